"""All routes about rights."""

from fastapi import APIRouter

from app.api.admin.access import check, explain, rights, simulate

router = APIRouter(tags=["access"])
for _module in (explain, check, simulate, rights):
    router.include_router(_module.router)
