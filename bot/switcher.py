"""The page around the preview: a list of channels, and simcord's page for the one that is open.

simcord shows one channel at a time on an address of its own; this server stands in front of it on one fixed port,
hands its requests through, and lets the open channel be changed. It answers this computer only.
"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from importlib.resources import files
from typing import Protocol

import aiohttp
from aiohttp import web

HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "host", "origin", "referer"}
"""Headers that belong to one connection, and those that would name our address to the inner server."""

ACTION = "/api/action"
"""Where simcord's page sends clicks and commands."""
FRAME = "X-Frame-Options"
POLICY = "Content-Security-Policy"
TYPES = {"preview.html": "text/html", "preview.css": "text/css", "preview.js": "application/javascript"}
SLOWEST = 300.0
"""Seconds a click may take at most."""
LARGEST = 32 * 1024 * 1024
"""Largest request handed through, in bytes."""


class Stage(Protocol):
    """What is shown: the world behind the page."""

    async def channels(self) -> dict[str, object]:
        """Return the channels, which one is open, and the address of its page."""
        ...

    async def open(self, channel: int) -> None:
        """Show another channel."""
        ...

    def view_as(self, person: int) -> None:
        """Keep in mind as whom the page is looked at: the next channel opens for the same person."""
        ...

    @property
    def turn(self) -> asyncio.Lock:
        """Held by whoever moves the world: a click, the clock, a change of channel. simcord refuses two at once."""
        ...

    def inner(self) -> str:
        """Return the address of simcord's own server, without a slash at the end; empty while there is none."""
        ...


class Switcher:
    """The server on the port that was asked for."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._runner: web.AppRunner | None = None
        self._session: aiohttp.ClientSession | None = None
        self.port = 0

    async def start(self, port: int) -> None:
        """Listen on this computer.

        Raises:
            OSError: the port is taken.
        """
        app = web.Application(middlewares=[self._guard], client_max_size=LARGEST)
        app.router.add_get("/", _page("preview.html"))
        app.router.add_get("/railhead.css", _page("preview.css"))
        app.router.add_get("/railhead.js", _page("preview.js"))
        app.router.add_get("/railhead/channels", self._channels)
        app.router.add_post("/railhead/open", self._open)
        app.router.add_route("*", "/{path:.*}", self._through)
        self._session = aiohttp.ClientSession(auto_decompress=False, timeout=aiohttp.ClientTimeout(total=SLOWEST))
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.port = int(self._runner.addresses[0][1])

    async def stop(self) -> None:
        """Stop listening."""
        if self._session is not None:
            await self._session.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Refuse what another site, or a name that merely points to this computer, asks for."""
        own = {f"127.0.0.1:{self.port}", f"localhost:{self.port}"}
        origin = request.headers.get("Origin")
        if request.headers.get("Host") not in own or (origin and origin.removeprefix("http://") not in own):
            raise web.HTTPForbidden(text="This page is for this computer only.")
        return await handler(request)

    async def _channels(self, _request: web.Request) -> web.Response:
        return web.json_response(await self._stage.channels(), headers={"Cache-Control": "no-store"})

    async def _open(self, request: web.Request) -> web.Response:
        wanted = str((await request.json()).get("channel", ""))
        if not wanted.isdigit():
            raise web.HTTPBadRequest(text="Which channel?")
        await self._stage.open(int(wanted))
        return await self._channels(request)

    async def _through(self, request: web.Request) -> web.Response:
        try:
            return await self._passed_on(request)
        except aiohttp.ClientError as error:
            # The channel changed under a reader: what it asked for is at the new address.
            if request.method != "GET":
                raise web.HTTPServiceUnavailable(text=f"The preview is being opened again ({error}).") from error
        try:
            return await self._passed_on(request)
        except aiohttp.ClientError as error:
            raise web.HTTPServiceUnavailable(text=f"The preview does not answer ({error}).") from error

    async def _passed_on(self, request: web.Request) -> web.Response:
        inner = await self._inner()
        if not inner or self._session is None:
            raise web.HTTPServiceUnavailable(text="The preview is being opened.")
        path = "/" if request.path == "/table" else request.raw_path
        headers = {name: value for name, value in request.headers.items() if name.lower() not in HOP}
        body = await request.read()
        self._notice_viewer(request, body)
        # Only a click waits for its turn; reading goes on meanwhile.
        turn = self._stage.turn if request.path == ACTION else contextlib.nullcontext()
        async with turn, self._session.request(request.method, inner + path, headers=headers, data=body) as answer:
            return web.Response(status=answer.status, body=await answer.read(), headers=_framed(answer.headers))

    def _notice_viewer(self, request: web.Request, body: bytes) -> None:
        if request.path != ACTION or request.content_type != "application/json":
            return
        with contextlib.suppress(ValueError):
            said = json.loads(body)
            if isinstance(said, dict) and said.get("kind") == "viewer" and str(said.get("viewer_id", "")).isdigit():
                self._stage.view_as(int(said["viewer_id"]))

    async def _inner(self) -> str:
        """Return the address of simcord's server; while the channel is being changed there is none, so wait."""
        if not self._stage.inner():
            async with self._stage.turn:
                pass
        return self._stage.inner()


def _framed(headers: "aiohttp.typedefs.LooseHeaders") -> dict[str, str]:
    """Return an answer's headers such that our own page, and no other, may frame it."""
    kept = {name: value for name, value in dict(headers).items() if name.lower() not in HOP and name != FRAME}
    if POLICY in kept:
        kept[POLICY] = kept[POLICY].replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    return kept


def _page(name: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def answer(_request: web.Request) -> web.StreamResponse:
        text = files("bot").joinpath(name).read_text(encoding="utf-8")
        return web.Response(text=text, content_type=TYPES[name], headers={"Cache-Control": "no-store"})

    return answer
