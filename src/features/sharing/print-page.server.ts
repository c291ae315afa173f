import { timeRange } from '#features/programme/schedule.ts'
import { talkPath } from '#features/programme/talk-link.ts'
import type {
  ExportedBreak,
  ExportedEvent,
  ExportedTalk,
} from '#features/programme-export/exported-programme.ts'
import { dateRange, longDay } from '#lib/dates.ts'
import { escapeHtml } from '#lib/text.ts'
import { sourceOf } from './embed-page.server.ts'

type Programme = { event: ExportedEvent; days: string[]; talks: ExportedTalk[]; breaks: ExportedBreak[] }

const style = `
@page{size:A4;margin:15mm}
*{box-sizing:border-box;margin:0;padding:0}
body{font:11pt/1.35 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;background:#fff;color:#1a1814;max-width:50rem;margin:auto;padding:1rem;overflow-wrap:anywhere}
a{color:inherit;text-decoration:none}a:hover{text-decoration:underline}a:focus-visible,button:focus-visible{outline:2px solid;outline-offset:2px}
[dir]{text-align:left}h1{font-size:20pt;line-height:1.15}h2{font-size:13pt;margin-top:1.6rem;border-top:2px solid;padding-top:.3rem;break-after:avoid}
header p,footer{color:#645e54}footer{margin-top:1.5rem}
button{font:inherit;padding:.4rem .9rem;min-height:2.5rem;margin-top:.75rem;background:#fff;color:inherit;border:1px solid}
table{width:100%;border-collapse:collapse;table-layout:fixed}
tr{break-inside:avoid}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid #ddd5c6}
th{width:8.5rem;font-weight:400;font-variant-numeric:tabular-nums}td+td{width:26%;padding-right:0;hyphens:auto}
td a,td strong{font-weight:600;unicode-bidi:plaintext}td span{display:block;color:#645e54;font-size:.92em}
@media(width<30rem){th{width:3.4rem}}
@media print{body{padding:0;max-width:none}button{display:none}}
`.trim()

const script = `const b=document.querySelector('button');b.hidden=false;b.onclick=()=>print()`

export const printPolicy = `default-src 'none'; script-src ${sourceOf(script)}; style-src ${sourceOf(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** All days of a programme in the order of reading, for paper. */
export function printPage(
  site: { name: string; url: string },
  { event, days, talks, breaks }: Programme,
): string {
  const url = `${site.url}/conferences/${event.slug}`
  const place = [...new Set([event.location_name, event.country_name])].join(', ')
  const zone = event.time_zone ? ` · times of ${event.time_zone}` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="canonical" href="${escapeHtml(url)}">
<title>${escapeHtml(`${event.name}: programme | ${site.name}`)}</title>
<style>${style}</style>
</head>
<body>
<header><h1 dir="auto">${anchor(url, event.name)}</h1>
<p>${escapeHtml(`${dateRange(event.start_date, event.end_date)} · ${place}${zone}`)}</p>
<button type="button" hidden>Print</button></header>
<main>
${days.length === 0 ? '<p>No talks announced yet</p>' : days.map((day) => daySection(site, day, talks, breaks)).join('\n')}
</main>
<footer>${escapeHtml(url)}</footer>
<script>${script}</script>
</body>
</html>
`
}

const anchor = (url: string, text: string) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`

function daySection(
  site: { url: string },
  day: string,
  talks: ExportedTalk[],
  breaks: ExportedBreak[],
): string {
  const entries = [
    ...breaks.filter(({ date }) => date === day).map((item) => ({ ...item, ...breakCells(item) })),
    ...talks.filter((item) => item.day === day).map((talk) => ({ ...talk, ...talkCells(site, talk) })),
  ]
  // What has no time comes last.
  const moment = ({ date, start_time }: { date: string; start_time: string | null }) =>
    start_time ? `${date} ${start_time}` : '~'
  const hasPlaces = entries.some(({ place }) => place)
  const rows = entries
    .toSorted((one, other) => (moment(one) < moment(other) ? -1 : Number(moment(one) > moment(other))))
    .map(
      ({ start_time, end_time, what, place }) =>
        `<tr><th scope="row">${timeRange(start_time, end_time) || 'Any time'}</th><td>${what}</td>${hasPlaces ? `<td>${place}</td>` : ''}</tr>`,
    )
  return `<section><h2>${longDay(day)}</h2><table><tbody>${rows.join('\n')}</tbody></table></section>`
}

const small = (text: string) => (text ? `<span>${escapeHtml(text)}</span>` : '')

const breakCells = ({ title, track }: ExportedBreak) => ({
  what: `<strong>${escapeHtml(title)}</strong>`,
  place: small(track ?? ''),
})

function talkCells(
  site: { url: string },
  { event_slug, number, title, status, speakers, location, track }: ExportedTalk,
) {
  const link = anchor(site.url + talkPath(event_slug, number), title)
  return {
    what: `${status === 'cancelled' ? `<s>${link}</s> Cancelled` : link}${small(speakers.map(({ name }) => name).join(', '))}`,
    place: escapeHtml(location ?? '') + small(track ?? ''),
  }
}
