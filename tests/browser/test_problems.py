"""A refusal is as exact in Chinese as in English: in the reader's words, or with the center's sentence beside them."""

import re

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.conftest import Picture
from tests.browser.screens import choose_language, dialog

pytestmark = pytest.mark.browser
RIGHT = {"名称": "problems", "服务地址": "pulsar://127.0.0.1:6650", "管理地址": "http://127.0.0.1:8080"}
WRONG = [
    ("管理地址", "http://127.0.0.1:80800", "地址格式有误，请检查主机和端口（1 至 65535）"),
    ("管理地址", "ftp://127.0.0.1:8080", "地址须以 http:// 或 https:// 开头"),
    ("管理地址", "http://127.0.0.1:8080/admin", "管理地址到端口为止，不能带路径或查询参数"),
    ("管理地址", "http://elsewhere.example", "主机“elsewhere.example”不在 PUC_CLUSTER_ADDRESSES 中，请由运维人员加入"),
    (
        "服务地址",
        "http://127.0.0.1:6650",
        "服务地址形如 pulsar://host:6650 或 pulsar+ssl://host:6651，端口为 1 至 65535",
    ),
    ("名称", "one/two", '名称中有不允许的字符 "/"：只能使用字母 a-z、A-Z、数字和 - = : . _'),
]


def test_a_wrong_cluster_is_refused_for_what_is_wrong(admin: Page, center: api.Center, picture: Picture) -> None:
    admin.goto(f"{center.url}/resources")
    choose_language(admin, "中文")
    admin.get_by_role("button", name=re.compile("接入集群")).first.click()
    form = dialog(admin)
    for field, value, said in WRONG:
        for label, text in (RIGHT | {field: value}).items():
            form.get_by_label(label).fill(text)
        form.get_by_role("button", name="接入集群").click()
        expect(form.locator(".ant-form-item-explain-error")).to_have_text(said)
        picture(admin, f"problem-{WRONG.index((field, value, said))}")


def test_details_stand_beside_the_translated_sentence(admin: Page, center: api.Center, picture: Picture) -> None:
    service = center.post("users", username="problems.service", kind="service")
    weak = rsa.generate_private_key(65537, 1024).public_key()
    admin.goto(f"{center.url}/users/{service['id']}/credentials")
    choose_language(admin, "中文")
    admin.get_by_role("button", name="添加公钥").first.click()
    form = dialog(admin)
    form.get_by_label("用途").fill("weak")
    form.get_by_label("公钥").fill(weak.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode())
    form.get_by_role("button", name=re.compile("添\\s*加")).click()
    expect(form).to_contain_text("The RSA key has 1024 bits: use 2048 to 4096.")
    picture(admin, "problem-beside")
    admin.goto(f"{center.url}/roles/4294967296")
    expect(admin.get_by_role("main")).to_contain_text("找不到，或者您无权查看")
    expect(admin.get_by_text("There is no such role.")).to_be_visible()
