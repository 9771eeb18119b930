"""Questions about access: why, what if, who, what."""

from fastapi import APIRouter

from app.api.console.access import explain

router = APIRouter(tags=["access"])
for _module in (explain,):
    router.include_router(_module.router)
