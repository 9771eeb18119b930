"""The look of the report, light and dark, on screen and on paper."""

CSS = """
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#18202b;--soft:#5d6b7c;--line:#e2e6ec;--accent:#2563b0;
--essential:#2b7a4b;--used:#74b38b;--redundant:#d99a1c;--unused:#c2452f;--unknown:#9aa5b3;--used_not_granted:#7a4fb5;
--denied:#c2452f;--allowed:#2563b0;--heat:37,99,176;--bar:#f3cfc8}
@media (prefers-color-scheme:dark){:root{--bg:#12161c;--card:#1b2129;--ink:#e7ecf2;--soft:#9aa8b8;--line:#2d3642;
--accent:#7db3f0;--essential:#4fb178;--used:#2f7a50;--redundant:#e3b04b;--unused:#e8705a;--unknown:#66727f;
--used_not_granted:#ab87e0;--denied:#e8705a;--allowed:#5c9be6;--heat:92,155,230;--bar:#5a2f2a}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,"Segoe UI","Noto Sans",
"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{max-width:1120px;margin:0 auto;padding:32px 24px 64px}
header{display:flex;justify-content:space-between;gap:24px;align-items:flex-start;margin-bottom:20px}
h1{font-size:26px;line-height:1.2;margin:0 0 4px;letter-spacing:-.01em}h2{font-size:18px;margin:0 0 4px}
p{margin:0 0 12px}.soft{color:var(--soft)}a{color:var(--accent)}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:20px 22px;margin:16px 0}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:16px 0}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px 16px}
.card b{display:block;font-size:25px;line-height:1.2;font-variant-numeric:tabular-nums}
.card.bad b{color:var(--denied)}.card.good b{color:var(--essential)}
.verdict{border-left:4px solid var(--essential)}.verdict.bad{border-left-color:var(--denied)}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:13.5px}
th{text-align:left;font-weight:600;color:var(--soft);border-bottom:1px solid var(--line);padding:6px 10px 6px 0;
white-space:nowrap}
td{border-bottom:1px solid var(--line);padding:6px 10px 6px 0;vertical-align:top;overflow-wrap:anywhere}
tr:last-child td{border-bottom:0}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
th+th,td+td{padding-left:10px}td.bar{background:linear-gradient(to left,var(--bar) var(--share),transparent 0)}
td.time{white-space:nowrap;font-variant-numeric:tabular-nums}
code{font:12.5px/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere}
.chip{display:inline-block;border-radius:5px;padding:1px 8px;font-size:12.5px;color:#fff;white-space:nowrap}
@media (prefers-color-scheme:dark){.chip{color:#10151b}}
.legend{display:flex;flex-wrap:wrap;gap:6px 18px;margin:10px 0 0;font-size:13.5px}
.legend i{display:inline-block;width:11px;height:11px;border-radius:3px;margin-right:7px}
.legend b{font-variant-numeric:tabular-nums}
svg{display:block;width:100%;height:auto;margin-top:10px}svg text{fill:var(--soft);font-size:12px}
svg .strong{fill:var(--ink)}svg .inside{fill:#fff;font-weight:600}
section>p+details,.wide+p{margin-top:12px}details summary{cursor:pointer;color:var(--accent);margin:10px 0 4px}
dl{margin:8px 0 0}dt{font-weight:600;margin-top:10px}
dd{margin:0;color:var(--soft)}
@media print{body{background:#fff}section,.card{break-inside:avoid}}
"""
