"""The look of the report: light and dark, on screen and on paper."""

_LIGHT = """--bg:#f6f7f9;--card:#fff;--ink:#18202b;--soft:#566373;--line:#e2e6ec;--accent:#1f5aa5;
--essential:#23683f;--used:#3d7a55;--redundant:#8a5a00;--unused:#b03a26;--unknown:#5f6b7a;--used_not_granted:#6f46a8;
--denied:#b03a26;--allowed:#2563b0;--heat:37,99,176;--bar:#f3cfc8;--on:#fff;
--band-0:#2563b0;--band-1:#b3641a;--band-2:#2f7d4f;--band-3:#8a4fb0;--band-4:#b0406a;--band-5:#4f6b7a"""
_DARK = """--bg:#12161c;--card:#1b2129;--ink:#e7ecf2;--soft:#a3b0bf;--line:#2d3642;--accent:#8abcf5;
--essential:#5cc285;--used:#86cfa3;--redundant:#e3b04b;--unused:#f0836c;--unknown:#9aa8b8;--used_not_granted:#bb9cf0;
--denied:#f0836c;--allowed:#6ea9ee;--heat:110,169,238;--bar:#5a2f2a;--on:#10151b;
--band-0:#6ea9ee;--band-1:#e0a05c;--band-2:#6cc495;--band-3:#c295e6;--band-4:#e888aa;--band-5:#9ab0bf"""

_SCREEN = """
*{box-sizing:border-box}html{scroll-padding-top:12px}
body{margin:0 auto;max-width:1500px;padding:28px 24px 64px;background:var(--bg);color:var(--ink);
font:15px/1.5 system-ui,"Segoe UI","Noto Sans","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:8px;background:var(--card);padding:6px 12px;z-index:1}
header{display:flex;justify-content:space-between;gap:24px;align-items:flex-start;margin-bottom:14px}
header>div+div{text-align:right}header a+a{margin-left:14px}h1,.finding{overflow-wrap:anywhere}
h1{font-size:26px;line-height:1.2;margin:0 0 4px;letter-spacing:-.01em}h2{font-size:18px;margin:0 0 4px}
h3{font-size:15px;margin:16px 0 4px}summary h3{display:inline;margin:0}
p{margin:0 0 12px}.soft{color:var(--soft)}a{color:var(--accent)}:focus-visible{outline:2px solid var(--accent);
outline-offset:2px;border-radius:3px}
nav{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:13.5px}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:20px 22px;margin:16px 0}
details>[id]{scroll-margin-top:48px}section:target,tr:target,details:has(>:target){outline:2px solid var(--accent);
outline-offset:-1px}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(200px,44%),1fr));gap:12px;margin:16px 0}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px 16px;color:inherit;
text-decoration:none}.card:hover{border-color:var(--accent)}.card span{font-size:13.5px;line-height:1.35;display:block}
.card b{display:block;font-size:25px;line-height:1.2;font-variant-numeric:tabular-nums}
.verdict{border-left:4px solid var(--essential)}.verdict.bad,.note.bad{border-left:4px solid var(--denied)}
.note{background:var(--card);padding:12px 18px;border-radius:6px;margin:16px 0}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:13.5px}
th{text-align:left;font-weight:600;color:var(--soft);border-bottom:1px solid var(--line);padding:6px 10px 6px 0}
td{border-bottom:1px solid var(--line);padding:6px 10px 6px 0;vertical-align:top;overflow-wrap:anywhere;min-width:52px}
tr:last-child td{border-bottom:0}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
th{vertical-align:bottom}.name{min-width:104px}.words{min-width:160px}
th+th,td+td{padding-left:10px}td.bar{background:linear-gradient(to left,var(--bar) var(--share),transparent 0)}
.time{min-width:84px;font-variant-numeric:tabular-nums}
code{font:12.5px/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere}
td code{display:inline-block;min-width:96px}
.chip{display:inline-block;border-radius:5px;padding:1px 8px;font-size:12.5px;color:var(--on);white-space:nowrap;
background:var(--unknown)}
.severity-5,.severity-4,.chip.unused{background:var(--unused)}.severity-3,.chip.redundant{background:var(--redundant)}
.severity-2,.suggestion-narrow{background:var(--allowed)}.chip.essential{background:var(--essential)}
.chip.used{background:var(--used)}.chip.used_not_granted{background:var(--used_not_granted)}
.suggestion-remove_unused{background:var(--unused)}.suggestion-remove_redundant{background:var(--redundant)}
.legend{display:flex;flex-wrap:wrap;gap:6px 18px;margin:10px 0 0;font-size:13.5px}
.swatch{display:inline-block;width:11px;height:11px;border-radius:3px;margin-right:7px;background:var(--unknown)}
.swatch.essential{background:var(--essential)}.swatch.used{background:var(--used)}
.swatch.redundant{background:var(--redundant)}.swatch.unused{background:var(--unused)}
.swatch.used_not_granted{background:var(--used_not_granted)}.legend b{font-variant-numeric:tabular-nums}
figure{margin:0}figcaption{font-size:13.5px;margin-top:6px}
svg{display:block;width:100%;height:auto;margin-top:10px}svg text{fill:var(--soft);font-size:12px}
svg .strong{fill:var(--ink)}svg .inside{fill:var(--on);font-weight:600}svg a:hover{opacity:.75}
.columns.allowed{stroke:var(--allowed)}.columns.denied{stroke:var(--denied)}.over{fill:transparent}
a:hover .over{fill:rgba(var(--heat),.12)}
.band{fill:none;opacity:.42}a:hover .band{opacity:.8}
summary{cursor:pointer;margin:8px 0 4px;overflow-wrap:anywhere}.numbers>summary{color:var(--accent);font-size:13.5px}
details details{margin-left:14px}details>ul{margin:4px 0 8px}
dl{margin:8px 0 0}dt{font-weight:600;margin-top:10px}dd{margin:0;color:var(--soft)}
.facts{display:flex;flex-wrap:wrap;gap:4px 26px}.facts dt{margin-top:4px;font-size:13.5px}
.formula{background:var(--bg);border-radius:6px;padding:10px 14px;margin-top:14px}
@media (max-width:640px){header{display:block}header>div+div{text-align:left}body{padding:16px 10px}}
@media screen and (max-width:640px){.wide>svg{min-width:680px}section{padding:16px 14px}}
"""
# On paper: always white, with the sections that the reader has unfolded.
_PAPER = """{body{max-width:none;padding:0;font-size:11px;background:#fff}h1{font-size:20px}h2{font-size:14px}
h3{font-size:12px}section,.card{background:#fff;padding:10px 12px}
nav,.skip,.numbers:not([open]){display:none}figure,tr,.card,.cards{break-inside:avoid}
h2,h3,summary,thead{break-after:avoid}section{border:0;border-top:1px solid var(--line);border-radius:0}
figcaption,summary,.legend,.facts dt,.numbers>summary{font-size:11px}.chip{font-size:10px}.card b{font-size:18px}
.card span,.card{font-size:10px;padding:6px 8px}
.wide{overflow:visible}table{font-size:9.5px}code{font-size:9px}a{text-decoration:none}
.number{white-space:normal}th,td,td code,.name,.time,.words{min-width:0;padding:3px 4px 3px 0}
th+th,td+td{padding-left:4px}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}"""

CSS = (
    f":root{{color-scheme:light dark;{_LIGHT}}}@media (prefers-color-scheme:dark){{:root{{{_DARK}}}}}{_SCREEN}"
    f"@media print{{:root{{color-scheme:light;{_LIGHT}}}}}@media print{_PAPER}@page{{margin:14mm}}"
)
