import { escapeHtml } from '../../../src/infra/escape-html.ts'

/** The document around the provider's pages: without external assets, made for a frame of 400 px. */

export function renderHostedPage(title: string, nonce: string, body: string, script = ''): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
${body}
${script === '' ? '' : `<script nonce="${nonce}">${script}</script>`}
</body>
</html>
`
}

export const padlock =
  '<svg aria-hidden="true" width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6"><rect x="2.8" y="7" width="10.4" height="7.2" rx="1.4"/><path d="M5 7V4.9a3 3 0 0 1 6 0V7"/></svg>'

const style = `
:root { color-scheme: light; --ink: #17212b; --quiet: #52606d; --line: #c9d1d8; --deep: #0b4f8a; --red: #b3261e; }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: var(--ink); font: 16px/1.5 system-ui, 'Segoe UI', Roboto, sans-serif;
  font-variant-numeric: tabular-nums; }
main { max-width: 448px; margin: 0 auto; padding: 16px; position: relative; }
header { display: flex; justify-content: space-between; align-items: center; gap: 16px; padding-bottom: 12px;
  border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 16px; font-weight: 600; display: flex; align-items: center; gap: 8px; color: var(--deep); }
.badge { font-size: 12px; font-weight: 600; letter-spacing: .04em; text-transform: uppercase; color: #6b4a00;
  background: #fff3d6; border: 1px solid #e5c37a; border-radius: 4px; padding: 0 8px; }
.due { display: flex; justify-content: space-between; align-items: baseline; gap: 16px; margin: 16px 0; }
.due p { margin: 0; color: var(--quiet); font-size: 14px; overflow-wrap: anywhere; }
.due strong { font-size: 22px; font-weight: 600; white-space: nowrap; }
label { display: block; font-size: 14px; font-weight: 600; margin-bottom: 4px; }
.field { margin-bottom: 16px; min-width: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
input { width: 100%; height: 44px; padding: 0 12px; border: 1px solid #8694a0; border-radius: 4px; font: inherit;
  color: inherit; background: #fff; }
input[aria-invalid] { border-color: var(--red); box-shadow: inset 0 0 0 1px var(--red); }
:focus-visible { outline: 3px solid var(--deep); outline-offset: 2px; }
.hint { margin: 8px 0 0; font-size: 14px; color: var(--quiet); }
.problem { margin: 4px 0 0; font-size: 14px; color: var(--red); }
.notice { margin: 16px 0; padding: 12px 16px; border: 1px solid #e7b3af; border-left: 4px solid var(--red);
  border-radius: 4px; background: #fdf3f2; font-size: 14px; }
button { width: 100%; min-height: 48px; border: 1px solid transparent; border-radius: 4px; font: inherit;
  font-weight: 600; cursor: pointer; }
.go { background: var(--deep); color: #fff; }
.go:hover { background: #083f6f; }
.stop { margin-top: 8px; background: none; color: var(--deep); font-weight: 400; }
.stop:hover { text-decoration: underline; }
.try { margin: 16px 0 0; padding: 8px 16px; background: #f4f6f8; border-radius: 4px; font-size: 14px; }
.try p { margin: 4px 0; }
.try summary { cursor: pointer; min-height: 24px; color: var(--deep); }
.try ul { margin: 8px 0; padding-left: 16px; }
code { font: 14px/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; white-space: nowrap; }
iframe { display: block; width: 100%; height: 448px; margin-top: 16px; border: 1px solid var(--line); border-radius: 4px; }
.busy { display: none; position: absolute; inset: 0; background: rgb(255 255 255 / 97%); text-align: center;
  padding: 120px 32px 0; }
.is-busy .busy { display: block; }
.ring { width: 40px; height: 40px; margin: 0 auto 16px; border: 4px solid var(--line); border-top-color: var(--deep);
  border-radius: 50%; animation: turn .9s linear infinite; }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { .ring { animation: none; } }
`
