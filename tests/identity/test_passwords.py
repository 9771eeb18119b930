"""What may be a password, and the bounded slots that hash them."""

import os
import threading

import pytest

from app.identity import password_rules
from app.identity.password_hashes import PasswordSlots
from app.platform.errors import InvalidInput

COMMON = [
    "PASSWORD1", "Passw0rd!", "p4ssword2024", "letmein123", "iloveyou!!", "trustno1", "superman99",
    "dragon123456", "12345678", "87654321", "11111111", "abababab", "abcabcabc", "qwertyui",
    "asdfghjkl", "1qaz2wsx", "zyxwvuts", "sunshine2026", "football1", "princess#1", "woaini1314",
    "administrator", "welcome123", "changeme", "baseball!", "monkey12", "elephant", "swordfish", "einstein",
    "midnight", "snickers", "drowssap", "Jennifer1990",
]  # fmt: skip
GOOD = [
    "wooden bridge over the sea",
    "tr0ub4dor&3x",
    "гора и море вдвоём",
    "山高月小水落石出",
    "x" * 4 + "kq7Zp",
    "Ünïcödé-Wörter",
]


@pytest.mark.parametrize("password", COMMON)
def test_common_passwords_and_their_variants_are_refused(password: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        password_rules.check(password, "alice")
    assert refused.value.stable_code == "weak_password"
    assert password not in refused.value.detail


@pytest.mark.parametrize("password", GOOD)
def test_no_mixture_of_signs_is_demanded(password: str) -> None:
    password_rules.check(password, "alice")


@pytest.mark.parametrize(("length", "good"), [(7, False), (8, True), (64, True), (128, True), (129, False)])
def test_lengths(length: int, good: bool) -> None:
    password = ("kq7Zp wL9" * 20)[:length]
    if good:
        password_rules.check(password, "alice")
    else:
        with pytest.raises(InvalidInput):
            password_rules.check(password, "alice")


@pytest.mark.parametrize("name", ["orders-producer", "ORDERS-Producer"])
def test_the_name_is_no_password(name: str) -> None:
    with pytest.raises(InvalidInput, match="user name"):
        password_rules.check("orders-producer", name)


def test_slots_limit_the_hashes_that_run() -> None:
    go, running = threading.Event(), threading.Semaphore(0)
    busy: list[int] = []
    slots = PasswordSlots(2, busy.append)

    def work() -> None:
        running.release()
        go.wait(20)

    threads = [threading.Thread(target=slots.run, args=(work,)) for _ in range(6)]
    for thread in threads:
        thread.start()
    assert running.acquire(timeout=20)
    assert running.acquire(timeout=20)
    assert not running.acquire(timeout=0.1), "the others wait"
    go.set()
    for thread in threads:
        thread.join()
    assert (max(busy), len(busy), busy[-1]) == (2, 12, 0)
    assert slots.run(lambda: 7) == 7


def test_hashes_have_threads_of_their_own_which_give_way() -> None:
    slots, here = PasswordSlots(2), threading.get_native_id()
    there = {slots.run(threading.get_native_id) for _ in range(20)}
    assert here not in there
    assert len(there) <= 2
    nice = slots.run(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
    assert nice == min(19, os.getpriority(os.PRIO_PROCESS, here) + 15)


def test_a_slot_is_free_again_after_a_fault() -> None:
    busy: list[int] = []
    slots = PasswordSlots(1, busy.append)
    for _ in range(8):
        with pytest.raises(ZeroDivisionError):
            slots.run(lambda: 1 // 0)
    assert busy == [1, 0] * 8


@pytest.mark.parametrize("password", ["\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44\uff11", "e\u0301" * 7])
def test_the_rules_apply_to_the_normalized_password(password: str) -> None:
    """Full-width letters are the plain ones (NFKC), and a letter with its accent is one."""
    with pytest.raises(InvalidInput):
        password_rules.check(password, "alice")
