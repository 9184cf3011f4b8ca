"""Small data sets, entries made on the spot, and a server on this machine that answers as OpenML does."""

from __future__ import annotations

import contextlib
import hashlib
import io
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from provingground.datasets.catalog import DatasetEntry, load_catalog

ARFF = """@RELATION toy
@ATTRIBUTE size NUMERIC
@ATTRIBUTE colour {red,green}
@ATTRIBUTE class {no,yes}
@DATA
1.5,red,no
2.5,green,no
?,red,yes
4.0,?,no
"""


@pytest.fixture(autouse=True)
def no_mirror(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests set their mirror themselves."""
    monkeypatch.delenv("PROVINGGROUND_MIRROR", raising=False)
    monkeypatch.delenv("OPENML_CACHE_DIR", raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def make_entry(tmp_path: Path) -> Callable[..., DatasetEntry]:
    """Entry ``mine`` of a user's file with this content; keywords are fields, those of ``source`` the source's."""

    def make(
        content: str | bytes, source: dict[str, Any] | None = None, suffix: str = "csv", **facts: Any
    ) -> DatasetEntry:
        path = tmp_path / f"mine.{suffix}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        own = {"kind": "file", "format": suffix.removesuffix(".gz"), "files": [{"path": str(path)}], **(source or {})}
        return load_catalog({"mine": {"target": "class", "sources": [own], **facts}})["mine"]

    return make


@dataclass
class FakeOpenml:
    """What the server has and how it misbehaves: ``faults`` are used up, one a request whose path holds their key."""

    url: str
    arff: dict[int, str] = field(default_factory=dict)
    parquet: dict[int, bytes] = field(default_factory=dict)
    md5: dict[int, str] = field(default_factory=dict)
    faults: dict[str, list[str]] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)

    def answer(self, path: str) -> tuple[int, bytes]:
        """Status and body for a path."""
        number = int("".join(character for character in path.rsplit("/", 1)[1] if character.isdigit()) or 0)
        if path.startswith("/api/v1/xml/data/"):
            known = number in self.arff
            return (200, self._description(number)) if known else (412, _error_xml(111, "Unknown dataset"))
        if path.startswith("/data/download/") and number in self.arff:
            return 200, self.arff[number].encode()
        if path.startswith("/bucket/") and number in self.parquet:
            return 200, self.parquet[number]
        return 404, _error_xml(404, "Not found")

    def _description(self, number: int) -> bytes:
        md5 = self.md5.get(number, hashlib.md5(self.arff[number].encode()).hexdigest())
        parquet = (
            f"<oml:parquet_url>{self.url}/bucket/dataset_{number}.pq</oml:parquet_url>"
            if number in self.parquet
            else ""
        )
        return f"""<oml:data_set_description xmlns:oml="http://openml.org/openml">
            <oml:id>{number}</oml:id><oml:name>toy</oml:name><oml:version>1</oml:version>
            <oml:description>made by a test</oml:description><oml:format>ARFF</oml:format>
            <oml:upload_date>2020-01-01T00:00:00</oml:upload_date><oml:licence>Public</oml:licence>
            <oml:url>{self.url}/data/download/{number}.arff</oml:url>{parquet}
            <oml:default_target_attribute>class</oml:default_target_attribute>
            <oml:status>active</oml:status><oml:md5_checksum>{md5}</oml:md5_checksum>
            </oml:data_set_description>""".encode()


def _error_xml(code: int, message: str) -> bytes:
    text = f"<oml:code>{code}</oml:code><oml:message>{message}</oml:message>"
    return f'<oml:error xmlns:oml="http://openml.org/openml">{text}</oml:error>'.encode()


def _handler(server: FakeOpenml) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

        def do_HEAD(self) -> None:
            self._reply(body=False)

        def do_GET(self) -> None:
            self._reply(body=True)

        def _reply(self, body: bool) -> None:
            path = self.path.split("?")[0]
            server.requests.append(f"{self.command} {path}")
            fault = next((faults.pop(0) for key, faults in server.faults.items() if key in path and faults), "")
            status, content = (500, b"<html>internal error</html") if fault == "500" else server.answer(path)
            if fault == "slow":
                time.sleep(2.0)
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the client gave up waiting
                self._write(status, content, content[: len(content) // 2] if fault == "cut" else content, body)

        def _write(self, status: int, promised: bytes, sent: bytes, body: bool) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(promised)))
            self.send_header("ETag", '"1"')
            self.send_header("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT")
            self.end_headers()
            if body:
                self.wfile.write(sent)

    return Handler


@pytest.fixture
def openml_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeOpenml]:
    """A server with the data set 7 (four rows), which the openml client is told to use."""
    import openml

    fake = FakeOpenml("", arff={7: ARFF})
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(fake)) as http:
        http.daemon_threads = True
        fake.url = f"http://127.0.0.1:{http.server_port}"
        threading.Thread(target=http.serve_forever, args=(0.05,), daemon=True).start()
        monkeypatch.setattr(openml.config, "server", f"{fake.url}/api/v1/xml")
        monkeypatch.setattr("openml._api_calls._human_delay", lambda _: 0.01)
        yield fake
        http.shutdown()


@pytest.fixture
def toy_parquet() -> bytes:
    """The data set 7 as parquet."""
    frame = pd.DataFrame({"size": [1.5, 2.5, None, 4.0], "colour": ["red", "green", "red", None]})
    buffer = io.BytesIO()
    frame.assign(**{"class": pd.Categorical(["no", "no", "yes", "no"])}).to_parquet(buffer)
    return buffer.getvalue()
