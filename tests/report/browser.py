"""A headless Chromium, driven through its debugging protocol: what a page logs, loads and shows."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", "--remote-debugging-port=0",
)  # fmt: skip


class Tab:
    """One page at a time, with every complaint that it made."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._count = 0
        self.problems: list[str] = []
        self.requests: list[str] = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> Any:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        number = self._count
        while True:
            message = self._receive()
            if message.get("id") == number:
                assert "error" not in message, message
                return message["result"]

    def open(self, address: str) -> None:
        """Go to an address and wait until it has loaded; only then are its complaints complete."""
        self.problems.clear()
        self.requests.clear()
        self._loaded = False
        result = self.call("Page.navigate", url=address)
        assert not result.get("errorText"), f"{address}: {result}"
        while not self._loaded:
            self._receive()

    def run(self, script: str) -> Any:
        """Value of an expression on the page; promises are waited for."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def resize(self, width: int, height: int) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    def press(self, key: str) -> None:
        for kind in ("keyDown", "keyUp"):
            text = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
            code = {"Tab": 9, "Enter": 13}[key]
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text)

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def _receive(self) -> Any:
        message = json.loads(self._socket.recv())
        method, params = message.get("method"), message.get("params", {})
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Runtime.exceptionThrown":
            self.problems.append(str(params["exceptionDetails"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.problems.append(params["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.problems.append(str(params["args"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        return message


@contextmanager
def chromium(folder: Path) -> Iterator[Tab]:
    """Start a browser of our own and stop it again; skips where there is none."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("needs Chromium (Debian: apt-get install chromium), which is not installed")
    websocket = pytest.importorskip("websocket", reason="needs websocket-client, which comes with JupyterLab")
    command = [program, *_FLAGS, f"--user-data-dir={folder}", "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        port = _port(folder / "DevToolsActivePort", process)
        with urlopen(f"http://127.0.0.1:{port}/json/list", timeout=60) as answer:
            target = next(found for found in json.load(answer) if found["type"] == "page")
        socket = websocket.create_connection(target["webSocketDebuggerUrl"], timeout=120, suppress_origin=True)
        yield Tab(socket)
        socket.close()
    finally:
        process.terminate()
        process.wait(timeout=60)


def _port(file: Path, process: subprocess.Popen[bytes], seconds: float = 120) -> str:
    deadline = time.monotonic() + seconds
    while not (file.exists() and file.read_text().strip()):
        assert process.poll() is None, f"Chromium ended with {process.returncode}"
        assert time.monotonic() < deadline, "Chromium did not start"
        time.sleep(0.05)
    return file.read_text().split()[0]
