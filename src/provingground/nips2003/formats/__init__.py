"""The files of the 2003 benchmark, one module per kind: ``.param``, matrices, one-value-a-line files.

Every reader is strict: what the document does not allow is an :class:`~provingground.errors.InputError` that names
file, line and column. Every writer replaces its target only once the new file is complete.
"""

from provingground.nips2003.formats.matrix import Kind, Matrix, iter_matrix, read_matrix, write_matrix
from provingground.nips2003.formats.param import SPLITS, Param, SplitCounts, read_param, write_param
from provingground.nips2003.formats.vectors import (
    read_confidences,
    read_feature_list,
    read_identities,
    read_labels,
    write_confidences,
    write_feature_list,
    write_identities,
    write_labels,
)

__all__ = [
    "SPLITS",
    "Kind",
    "Matrix",
    "Param",
    "SplitCounts",
    "iter_matrix",
    "read_confidences",
    "read_feature_list",
    "read_identities",
    "read_labels",
    "read_matrix",
    "read_param",
    "write_confidences",
    "write_feature_list",
    "write_identities",
    "write_labels",
    "write_matrix",
    "write_param",
]
