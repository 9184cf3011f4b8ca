"""DEXTER: which Reuters articles are about corporate acquisitions, an approximate preparation from Reuters-21578.

Published: topic, counts, bag of words, widths (UCI pages). In 2003 the words came from Joachims' svmlight example,
which is in no mirror; ours come from the articles themselves. Ours are the stop words, the tf-idf weights, the soft cap
of the Zipf law and the values of probes (facts file, section 5).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import brentq
from sklearn.feature_extraction.text import TfidfVectorizer

from provingground.errors import SourceError
from provingground.nips2003.benchmark import Benchmark
from provingground.nips2003.design import assemble, fitting_counts, permute_columns, split_by_class
from provingground.nips2003.formats import Kind, Matrix
from provingground.nips2003.formats.matrix import LARGEST
from provingground.nips2003.formats.text import open_for_reading
from provingground.nips2003.settings import DexterSettings

_ARTICLE = re.compile(r"<REUTERS(?P<head>[^>]*)>(?P<body>.*?)</REUTERS>", re.DOTALL)
_TOPICS = re.compile(r"<TOPICS>(.*?)</TOPICS>", re.DOTALL)
_TEXT = re.compile(r"<TEXT[^>]*>(.*?)</TEXT>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


@dataclass(frozen=True, eq=False)
class Articles:
    """Texts, and +1 for those with the topic ``acq``."""

    texts: list[str]
    y: NDArray[np.int8]


def read_articles(folder: Path) -> Articles:
    """Read those articles of Reuters-21578 whose topics were assigned by hand (``TOPICS="YES"``).

    Raises
    ------
    SourceError
        If the folder holds no file ``reut2-*.sgm`` (plain or gzipped) with articles.
    """
    articles = [article for file in article_files(folder) for article in _articles_of(file)]
    if not articles:
        raise SourceError(folder, "holds no article of Reuters-21578", "Unpack the 22 files reut2-*.sgm there.")
    texts, about = zip(*articles, strict=True)
    return Articles(list(texts), np.where(about, 1, -1).astype(np.int8))


def article_files(folder: Path) -> list[Path]:
    """The files ``reut2-*.sgm`` of a folder, plain or gzipped."""
    return sorted(folder.glob("reut2-*.sgm*"))


def prepare(articles: Articles, settings: DexterSettings | None = None) -> Benchmark:
    """Make DEXTER from articles.

    Steps: the most frequent words of all articles are the real features; articles are drawn by class; tf-idf weights
    of unit length become levels 1..999; probes follow a Zipf law.
    """
    chosen = settings or DexterSettings()
    rng = np.random.default_rng(chosen.seed)
    vectorizer = TfidfVectorizer(token_pattern="[a-z]{2,}", stop_words="english", max_features=chosen.real)
    weights = vectorizer.fit_transform(articles.texts)
    rows = split_by_class(articles.y, fitting_counts(chosen.counts, articles.y), rng)
    drawn = np.concatenate(list(rows.values()))
    real = _levels(sparse.csr_array(weights)[drawn])
    probes = zipf_probes(real, chosen, rng)
    names = [*vectorizer.get_feature_names_out(), *["probe"] * chosen.probes]
    places = {split: np.flatnonzero(np.isin(drawn, chosen_rows)) for split, chosen_rows in rows.items()}
    return assemble("dexter", Kind.SPARSE_INTEGER, real, probes, articles.y[drawn], places, names, rng)


def zipf_probes(real: Matrix, settings: DexterSettings, rng: np.random.Generator) -> Matrix:
    """Make probes that are spread over texts like words: the probe of rank r is in about n (1 - exp(-c / r^s)) texts.

    That is a Zipf law with exponent s which bends where a word would be in more texts than there are; c follows from
    the density. Which texts is random, and the values are drawn from those of the real words.
    """
    n_texts = real.shape[0]
    ranks = np.arange(1, settings.probes + 1, dtype=np.float64) ** -settings.zipf_exponent

    def excess(c: float) -> float:
        return float(np.mean(1 - np.exp(-c * ranks)) - settings.probe_density)

    counts = np.rint(n_texts * (1 - np.exp(-brentq(excess, 1e-9, 1e9) * ranks))).astype(np.int32)
    indptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    first_rows = np.concatenate([np.arange(count, dtype=np.int32) for count in counts])
    values = rng.choice(real.data, indptr[-1])
    ordered = sparse.csc_array((values, first_rows, indptr), shape=(n_texts, settings.probes))
    return permute_columns(ordered, rng)


def _articles_of(file: Path) -> Iterator[tuple[str, bool]]:
    with open_for_reading(file) as stream:
        content = stream.read()
    for article in _ARTICLE.finditer(content.decode("latin-1")):
        topics, text = _TOPICS.search(article["body"]), _TEXT.search(article["body"])
        if 'TOPICS="YES"' in article["head"] and topics and text:
            yield html.unescape(_TAG.sub(" ", text[1])), "<D>acq</D>" in topics[1]


def _levels(weights: Matrix) -> Matrix:
    """Whole numbers 1..999; a weight that would round to 0 stays visible as 1."""
    levels = np.maximum(1, np.rint(weights.data * (LARGEST / weights.data.max()))).astype(np.int32)
    return sparse.csr_array((levels, weights.indices.astype(np.int32), weights.indptr.astype(np.int32)), weights.shape)
