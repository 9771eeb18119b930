"""What is wrong with any token, whoever signs it: access tokens and the signed requests of services alike."""

import json
from collections.abc import Callable

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.tokens.negative.forging import STRANGER, Forging, encoded, flipped, now, part, stray_bits, with_part

Make = Callable[[Forging], str]
_PEM = PublicFormat.SubjectPublicKeyInfo, Encoding.PEM
_JSON_FORM = "protected", "payload", "signature"
_DER = PublicFormat.SubjectPublicKeyInfo, Encoding.DER


def _unsigned(f: Forging, alg: object) -> str:
    return f"{part({**f.header, 'alg': alg})}.{part(f.claims())}."


def _twice(f: Forging, name: str, first: object) -> bytes:
    return json.dumps({"#": first, **f.claims()}).replace('"#"', json.dumps(name), 1).encode()


def _by_stranger(f: Forging, **header: object) -> str:
    return f.token({**f.header, **header}, key=STRANGER[f.alg])


ALGORITHM: dict[str, Make] = {
    "alg none": lambda f: _unsigned(f, "none"),
    "alg None": lambda f: _unsigned(f, "None"),
    "alg nOnE": lambda f: _unsigned(f, "nOnE"),
    "alg none with the signature": lambda f: f.head(alg="none"),
    "alg missing": lambda f: f.head(alg=None),
    "alg empty": lambda f: f.head(alg=""),
    "alg a number": lambda f: f.head(alg=256),
    "alg a list": lambda f: f.head(alg=[f.alg]),
    "alg in lower case": lambda f: f.head(alg=f.alg.lower()),
    "alg with a blank": lambda f: f.head(alg=f"{f.alg} "),
    "alg of another kind of key": lambda f: f.head(alg="RS256" if f.alg == "ES256" else "ES256"),
    "alg of another hash": lambda f: f.head(alg=f"{f.alg[:2]}384"),
    "alg EdDSA": lambda f: f.head(alg="EdDSA"),
    "alg HS256 with the signature": lambda f: f.head(alg="HS256"),
    "HS256 with the public key as PEM": lambda f: f.by_hmac(f.public(*_PEM)),
    "HS256 with the PEM without its last line": lambda f: f.by_hmac(f.public(*_PEM).strip()),
    "HS256 with the public key as DER": lambda f: f.by_hmac(f.public(*_DER)),
    "HS256 with the public key as JWK": lambda f: f.by_hmac(json.dumps(f.jwk(f.private)).encode()),
    "HS256 with an empty secret": lambda f: f.by_hmac(b""),
    "an HMAC that names our algorithm": lambda f: f.by_hmac(f.public(*_PEM), f.alg),
}
KEY: dict[str, Make] = {
    "kid unknown": lambda f: f.head(kid="nobody"),
    "kid unknown, signed by a stranger": lambda f: _by_stranger(f, kid="nobody"),
    "kid empty": lambda f: f.head(kid=""),
    "kid with SQL": lambda f: f.head(kid="' OR '1'='1"),
    "kid with a second statement": lambda f: f.head(kid="x'; DROP TABLE sys_signing_key; --"),
    "kid with UNION": lambda f: f.head(kid="x' UNION SELECT 'AA' --"),
    "kid as a path": lambda f: f.head(kid="../../../../dev/null"),
    "kid as an address": lambda f: f.head(kid="https://attacker.example/key"),
    "kid with a command": lambda f: f.head(kid="x|id"),
    "kid with NUL": lambda f: f.head(kid=f"{f.header['kid']}\0"),
    "kid with a blank": lambda f: f.head(kid=f"{f.header['kid']} "),
    "kid in another case": lambda f: f.head(kid=f.header["kid"].swapcase()),
    "kid of a thousand letters": lambda f: f.head(kid="a" * 1000),
    "kid a number": lambda f: f.head(kid=7),
    "kid a list": lambda f: f.head(kid=[f.header["kid"]]),
    "kid an object": lambda f: f.head(kid={"$ne": ""}),
    "kid half a letter": lambda f: f.head(kid="\ud800"),
    "signed by a stranger": lambda f: _by_stranger(f),
    "jwk of a stranger": lambda f: _by_stranger(f, jwk=f.jwk(STRANGER[f.alg])),
    "jwk of a stranger without kid": lambda f: f.token(
        {"alg": f.alg, "typ": f.header["typ"], "jwk": f.jwk(STRANGER[f.alg])}, key=STRANGER[f.alg]
    ),
    "jwk of ours": lambda f: f.head(jwk=f.jwk(f.private)),
    "jku": lambda f: _by_stranger(f, jku="https://attacker.example/jwks"),
    "jku of ours": lambda f: f.head(jku="http://127.0.0.1/oauth2/jwks"),
    "x5u": lambda f: _by_stranger(f, x5u="https://attacker.example/cert"),
    "x5c": lambda f: _by_stranger(f, x5c=["MIIB"]),
    "x5t": lambda f: f.head(x5t="abc"),
}
HEADER: dict[str, Make] = {
    "crit of something unknown": lambda f: f.head(crit=["exotic"], exotic=1),
    "crit of what is there": lambda f: f.head(crit=["exp"]),
    "crit empty": lambda f: f.head(crit=[]),
    "b64 false": lambda f: f.head(crit=["b64"], b64=False),
    "zip": lambda f: f.head(zip="DEF"),
    "enc": lambda f: f.head(enc="A256GCM"),
    "an unknown member": lambda f: f.head(exotic="x"),
    "typ of a receipt": lambda f: f.head(typ="sign-in-receipt"),
    "typ of an encrypted token": lambda f: f.head(typ="JWE"),
    "typ empty": lambda f: f.head(typ=""),
    "typ a number": lambda f: f.head(typ=1),
    "typ a list": lambda f: f.head(typ=[f.header["typ"]]),
    "alg twice": lambda f: f.token(json.dumps(f.header).replace("{", '{"alg": "none", ', 1).encode()),
    "kid twice": lambda f: f.token(json.dumps(f.header).replace("{", '{"kid": "x", ', 1).encode()),
    "header empty": lambda f: f.token({}),
    "header a list": lambda f: f.token(json.dumps([f.header]).encode()),
    "header a text": lambda f: f.token(b'"alg"'),
    "header no JSON": lambda f: f.token(b"alg=ES256"),
    "header with a byte order mark": lambda f: f.token(b"\xef\xbb\xbf" + json.dumps(f.header).encode()),
    "header in UTF-16": lambda f: f.token(json.dumps(f.header).encode("utf-16")),
    "header no UTF-8": lambda f: f.token(b'{"alg": "\xff"}'),
    "header nested deep": lambda f: f.token(b'{"kid":' + b"[" * 2900 + b"]" * 2900 + b"}"),
}
TEXT: dict[str, Make] = {
    "nothing": lambda _: "",
    "one part": lambda f: f.token().split(".")[0],
    "two parts": lambda f: f.token().rpartition(".")[0],
    "four parts": lambda f: f.token() + ".x",
    "five parts, as an encrypted one": lambda f: f.token() + ".x.y",
    "three dots": lambda _: "...",
    "no header": lambda f: with_part(f.token(), 0, lambda _: ""),
    "no payload": lambda f: with_part(f.token(), 1, lambda _: ""),
    "no signature": lambda f: with_part(f.token(), 2, lambda _: ""),
    "a bit of the header": lambda f: flipped(f.token(), 0),
    "a bit of the payload": lambda f: flipped(f.token(), 1),
    "a bit of the signature": lambda f: flipped(f.token(), 2),
    "signature too short": lambda f: with_part(f.token(), 2, lambda text: text[:-4]),
    "signature too long": lambda f: with_part(f.token(), 2, lambda text: text + "AAAA"),
    "signature of zeros": lambda f: with_part(f.token(), 2, lambda _: encoded(bytes(64))),
    "signature of as many zeros as the right one": lambda f: with_part(f.token(), 2, lambda text: "A" * len(text)),
    "signature of another token": lambda f: f.token().rpartition(".")[0] + "." + f.with_claims(x=1).split(".")[2],
    "signature twice": lambda f: with_part(f.token(), 2, lambda text: text + text),
    "padding": lambda f: f.token() + "==",
    "padding of the payload": lambda f: with_part(f.token(), 1, lambda text: text + "="),
    "stray bits of the signature": lambda f: stray_bits(f.token()),
    "the alphabet of plain base64": lambda f: with_part(f.token(), 2, lambda text: "+/" + text[2:]),
    "a blank inside": lambda f: with_part(f.token(), 1, lambda text: f"{text[:5]} {text[5:]}"),
    "a line break inside": lambda f: with_part(f.token(), 1, lambda text: f"{text[:5]}\n{text[5:]}"),
    "a line break behind": lambda f: f.token() + "\n",
    "NUL behind": lambda f: f.token() + "\0",
    "percent signs": lambda f: f.token().replace(".", "%2E"),
    "full width dots": lambda f: f.token().replace(".", "．"),
    "letters that look alike": lambda f: with_part(f.token(), 0, lambda text: "е" + text[1:]),
    "digits of another script": lambda f: with_part(f.token(), 2, lambda text: "٣" + text[1:]),
    "half a letter": lambda f: f.token() + "\ud800",
    "quotes around": lambda f: f'"{f.token()}"',
    "the JSON form": lambda f: json.dumps(
        dict(zip(("protected", "payload", "signature"), f.token().split("."), strict=True))
    ),
    "huge": lambda _: "a" * 100_000,
    "huge, three parts": lambda f: f.with_claims(x="y" * 20_000),
    "a thousand dots": lambda _: "." * 1000,
}
PAYLOAD: dict[str, Make] = {
    "payload a list": lambda f: f.token(claims=json.dumps([f.claims()]).encode()),
    "payload a text": lambda f: f.token(claims=b'"sub"'),
    "payload null": lambda f: f.token(claims=b"null"),
    "payload no JSON": lambda f: f.token(claims=b"sub=alice"),
    "payload with more behind": lambda f: f.token(claims=json.dumps(f.claims()).encode() + b"{}"),
    "payload with a comment": lambda f: f.token(claims=json.dumps(f.claims()).encode() + b"//"),
    "payload no UTF-8": lambda f: f.token(claims=b'{"sub": "\xff"}'),
    "payload in UTF-16": lambda f: f.token(claims=json.dumps(f.claims()).encode("utf-16")),
    "payload nested deep": lambda f: f.token(claims=b'{"x":' + b"[" * 2900 + b"]" * 2900 + b"}"),
    "payload of objects nested deep": lambda f: f.token(claims=b'{"x":' * 900 + b"1" + b"}" * 900),
    "sub twice": lambda f: f.token(claims=_twice(f, "sub", "root")),
    "exp twice": lambda f: f.token(claims=_twice(f, "exp", 1)),
    "aud twice": lambda f: f.token(claims=_twice(f, "aud", "elsewhere")),
    "a name twice deep inside": lambda f: f.token(
        claims=json.dumps({**f.claims(), "x": 1}).replace('"x": 1', '"x": {"a": 1, "a": 2}').encode()
    ),
}
CLAIMS: dict[str, Make] = {
    "exp missing": lambda f: f.with_claims(exp=None),
    "exp null": lambda f: f.with_text(f'"exp": {f.claims()["exp"]}', '"exp": null'),
    "exp past": lambda f: f.with_claims(exp=now() - 1),
    "exp now": lambda f: f.with_claims(exp=now()),
    "exp zero": lambda f: f.with_claims(exp=0),
    "exp negative": lambda f: f.with_claims(exp=-(2**63)),
    "exp as text": lambda f: f.with_claims(exp=str(now() + 60)),
    "exp as a date": lambda f: f.with_claims(exp="2099-01-01T00:00:00Z"),
    "exp with a fraction": lambda f: f.with_claims(exp=now() + 60.5),
    "exp as a float": lambda f: f.with_claims(exp=float(now() + 60)),
    "exp true": lambda f: f.with_claims(exp=True),
    "exp a list": lambda f: f.with_claims(exp=[now() + 60]),
    "exp NaN": lambda f: f.with_claims(exp=float("nan")),
    "exp Infinity": lambda f: f.with_claims(exp=float("inf")),
    "exp 1e999": lambda f: f.with_text(f'"exp": {f.claims()["exp"]}', '"exp": 1e999'),
    "exp of five thousand digits": lambda f: f.with_text(f'"exp": {f.claims()["exp"]}', '"exp": ' + "9" * 5000),
    "nbf to come": lambda f: f.with_claims(nbf=now() + 120),
    "nbf as text": lambda f: f.with_claims(nbf=str(now())),
    "nbf true": lambda f: f.with_claims(nbf=True),
    "nbf NaN": lambda f: f.with_claims(nbf=float("nan")),
    "iat missing": lambda f: f.with_claims(iat=None),
    "iat to come": lambda f: f.with_claims(iat=now() + 120),
    "iat as text": lambda f: f.with_claims(iat=str(now())),
    "iat Infinity": lambda f: f.with_claims(iat=float("-inf")),
    "iss missing": lambda f: f.with_claims(iss=None),
    "iss another": lambda f: f.with_claims(iss="https://attacker.example"),
    "iss a list": lambda f: f.with_claims(iss=[f.claims()["iss"]]),
    "iss with a slash": lambda f: f.with_claims(iss=f.claims()["iss"] + "/"),
    "iss in another case": lambda f: f.with_claims(iss=f.claims()["iss"].swapcase() + "X"),
    "sub missing": lambda f: f.with_claims(sub=None),
    "sub unknown": lambda f: f.with_claims(sub="nobody"),
    "sub empty": lambda f: f.with_claims(sub=""),
    "sub a number": lambda f: f.with_claims(sub=1),
    "sub a list": lambda f: f.with_claims(sub=[f.claims()["sub"]]),
    "sub with SQL": lambda f: f.with_claims(sub="' OR '1'='1"),
    "sub with NUL": lambda f: f.with_claims(sub=f.claims()["sub"] + "\0"),
    "sub in another case": lambda f: f.with_claims(sub=f.claims()["sub"].upper()),
    "sub with a blank": lambda f: f.with_claims(sub=f.claims()["sub"] + " "),
    "sub half a letter": lambda f: f.with_claims(sub="\ud800"),
    "aud missing": lambda f: f.with_claims(aud=None),
    "aud empty": lambda f: f.with_claims(aud=""),
    "aud of none": lambda f: f.with_claims(aud=[]),
    "aud another": lambda f: f.with_claims(aud="https://attacker.example"),
    "aud with a slash": lambda f: f.with_claims(aud=f.claims()["aud"] + "/"),
    "aud with more in front": lambda f: f.with_claims(aud="x" + f.claims()["aud"]),
    "aud in another case": lambda f: f.with_claims(aud=f.claims()["aud"].upper()),
    "aud a number": lambda f: f.with_claims(aud=1),
    "aud an object": lambda f: f.with_claims(aud={f.claims()["aud"]: 1}),
    "aud of numbers": lambda f: f.with_claims(aud=[1, 2]),
    "aud in a list in a list": lambda f: f.with_claims(aud=[[f.claims()["aud"]]]),
    "jti missing": lambda f: f.with_claims(jti=None),
    "jti empty": lambda f: f.with_claims(jti=""),
    "jti a number": lambda f: f.with_claims(jti=7),
    "jti a list": lambda f: f.with_claims(jti=["x"]),
}
ANY: dict[str, Make] = {**ALGORITHM, **KEY, **HEADER, **TEXT, **PAYLOAD, **CLAIMS}
