import { createHash } from 'node:crypto'
import { talkPath } from '#features/programme/talk-link.ts'
import type { ExportedBreak, ExportedTalk } from '#features/programme-export/exported-programme.ts'
import { dateRange, dayParts, durationLabel, spansYears, tabDay } from '#lib/dates.ts'
import { escapeHtml } from '#lib/text.ts'

export type EmbeddedDay = {
  event: {
    name: string
    slug: string
    start_date: string
    end_date: string
    location_name: string
    country_name: string
    time_zone: string | null
  }
  /** Every day of the programme, yyyy-MM-dd, and the shown one; null without a programme. */
  days: string[]
  day: string | null
  /** The local moment of the event, yyyy-MM-ddTHH:mm, while it takes place. */
  now: string | null
  /** The tracks of the day in the organisers' order, and the chosen one. */
  tracks: string[]
  track: string | null
  talks: ExportedTalk[]
  breaks: ExportedBreak[]
  theme: 'light' | 'dark' | null
}

/** More tracks do not fit beside each other: their talks are one list, which can be narrowed to a track. */
export const maxColumns = 5

// The colours of the site (src/styles.css).
const style = `
:root{color-scheme:light dark;--paper:light-dark(#faf7f0,#15140f);--ink:light-dark(#1a1814,#f3eee2);--quiet:light-dark(#645e54,#a9a191);--hairline:light-dark(#ddd5c6,#35312a);--accent:light-dark(#b3261e,#ff8a75)}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box;margin:0;padding:0}
body{font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;background:var(--paper);color:var(--ink);padding:1rem;overflow-wrap:anywhere}
a{color:inherit}a:hover{color:var(--accent)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
header,nav ul,.links,footer{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center}
ul{list-style:none}[dir]{text-align:left}h1{font-size:1.4rem;line-height:1.2}h1 a,h3 a{text-decoration:none}.quiet,.links{color:var(--quiet);font-size:.875rem}
.leaf{border:1px solid;text-align:center;min-width:3.6rem;line-height:1.2;font-size:.75rem;padding-bottom:.2rem}.leaf b{display:block;background:var(--ink);color:var(--paper)}.leaf strong{display:block;font-size:1.4rem}
nav{margin-top:.75rem}nav ul{gap:.4rem}nav a{display:block;border:1px solid var(--hairline);padding:.25rem .7rem;text-decoration:none;min-height:2rem}nav a[aria-current]{background:var(--ink);color:var(--paper);font-weight:700}
summary{cursor:pointer;min-height:2rem;padding:.25rem 0}
table{width:100%;margin-top:.75rem;border-collapse:collapse;table-layout:fixed}
th{text-align:left;vertical-align:top}thead th{border-bottom:2px solid;padding:.25rem .5rem}td,tbody th{border-bottom:1px solid var(--hairline);padding:.5rem;vertical-align:top;font-variant-numeric:tabular-nums}
thead th:first-child,tbody th{width:4rem;padding-inline:0}
article+article{margin-top:.6rem}h3{font-size:1rem;line-height:1.3}.links a{font-weight:600}.track{display:none}
.break{background:light-dark(#f29f4b,#d9822b);color:#1f1204;font-weight:700;padding:.4rem .6rem}s{color:var(--quiet)}
footer{margin-top:1rem;font-size:.875rem}footer b{font-size:1rem}
@media(width<40rem){table,tbody,tr,td,tbody th{display:block;width:auto;border:0;padding:.2rem 0}thead{display:none}tr{border-bottom:1px solid var(--hairline);padding-bottom:.4rem}td:empty{display:none}.track{display:inline}}
`.trim()

/** Tells the page around the frame how high the content is. */
const script = `new ResizeObserver(()=>parent.postMessage({hallwayHeight:document.documentElement.offsetHeight},'*')).observe(document.documentElement)`

/** As a content security policy names a script or style of the page. */
export const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Any site may frame this page; it loads nothing and runs one script. */
export const embedPolicy = `default-src 'none'; script-src ${sourceOf(script)}; style-src ${sourceOf(style)}; base-uri 'none'; form-action 'none'; frame-ancestors *`

/** What puts the frame into another site's page (embed.js). `data-theme` is light or dark, the reader's choice without it. */
export const embedScript = (siteUrl: string) => `(() => {
  const { conference, theme } = document.currentScript.dataset
  const frame = document.createElement('iframe')
  frame.src = ${JSON.stringify(siteUrl)} + '/embed/conferences/' + encodeURIComponent(conference) + (theme ? '?theme=' + encodeURIComponent(theme) : '')
  frame.title = 'Programme'
  frame.loading = 'lazy'
  frame.style.cssText = 'width:100%;height:40rem;border:0'
  document.currentScript.after(frame)
  addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow && data?.hallwayHeight > 0) frame.style.height = Math.ceil(data.hallwayHeight) + 'px'
  })
})()
`

type Site = { name: string; url: string }

/** The day of a programme as a page for a frame on another site: what a visitor sees, without script but for its height. */
export function embedPage(site: Site, embeddedDay: EmbeddedDay): string {
  const { event, days, day, tracks, track, talks, theme } = embeddedDay
  const url = `${site.url}/conferences/${event.slug}`
  const address = (choice: { day: string | null; track?: string | null }) =>
    escapeHtml(
      `?${new URLSearchParams(Object.entries({ ...choice, theme }).flatMap(([name, value]) => (value ? [[name, value]] : [])))}`,
    )
  const current = (isCurrent: boolean) => (isCurrent ? ' aria-current="true"' : '')
  const place = [...new Set([event.location_name, event.country_name])].join(', ')
  const { month, day: date } = dayParts(event.start_date)
  const withVideo = talks.filter(({ video_url }) => video_url).length
  return `<!doctype html>
<html lang="en"${theme ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="canonical" href="${escapeHtml(url)}">
<title>${escapeHtml(`${event.name} | ${site.name}`)}</title>
<style>${style}</style>
</head>
<body>
<header>
<div class="leaf" aria-hidden="true"><b>${month}</b><strong>${date}</strong>${durationLabel(event.start_date, event.end_date)}</div>
<div><h1 dir="auto">${link(url, event.name)}</h1>
<p class="quiet">${escapeHtml(`${place} · ${dateRange(event.start_date, event.end_date)} · times are local${event.time_zone ? ` (${event.time_zone})` : ''}`)}</p></div>
</header>
${days.length > 1 ? `<nav aria-label="Days"><ul>${days.map((otherDay) => `<li><a href="${address({ day: otherDay })}"${current(otherDay === day)}>${tabDay(otherDay)}${spansYears(days) ? `, ${otherDay.slice(0, 4)}` : ''}</a></li>`).join('')}</ul></nav>` : ''}
${tracks.length > maxColumns ? `<nav aria-label="Tracks"><details><summary>${escapeHtml(track ?? 'All')} · ${tracks.length} tracks</summary><ul>${[null, ...tracks].map((choice) => `<li><a href="${address({ day, track: choice })}"${current(choice === track)}>${escapeHtml(choice ?? 'All tracks')}</a></li>`).join('')}</ul></details></nav>` : ''}
${day === null ? '<p>The programme is not listed yet.</p>' : timetable(site, embeddedDay)}
<footer><b>${link(site.url, site.name)}</b>${link(url, 'Full programme')}${link(`${url}/schedule.ics`, 'Add to calendar')}${withVideo > 0 ? `<span class="quiet">${withVideo} of ${talks.length} talks have video</span>` : ''}</footer>
<script>${script}</script>
</body>
</html>
`
}

const link = (url: string, text: string) =>
  `<a href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(text)}</a>`

const untimed = ''

/** A row for each time at which something begins; a column for each track, if they fit. */
function timetable(site: Site, { day, now, tracks, track, talks, breaks }: EmbeddedDay): string {
  const isList = tracks.length > maxColumns
  const columns = tracks.length > 1 && !isList ? tracks : [null]
  const isIn = (column: string | null) => (item: { track: string | null }) =>
    column === null || item.track === column || (item.track === null && column === columns[0])
  // In columns it is hidden by the style, which has none on a narrow screen.
  const trackLabel = isList ? (track === null ? 'all' : null) : columns.length > 1 ? 'track' : null
  const moment = (item: { date: string; start_time: string | null }) =>
    item.start_time ? `${item.date} ${item.start_time}` : untimed
  const moments = [...new Set([...talks, ...breaks].map(moment))].sort(
    (one, other) => Number(one === untimed) - Number(other === untimed) || (one < other ? -1 : 1),
  )
  const rows = moments.map((start) => {
    const startingBreaks = breaks.filter((item) => moment(item) === start)
    const startingTalks = talks.filter((item) => moment(item) === start)
    const head = `<th scope="row">${start.slice(-5)}</th>`
    const general = startingBreaks.filter((item) => item.track === null)
    const generalRow =
      general.length > 0
        ? `<tr>${head}<td colspan="${columns.length}">${general.map(breakBlock).join('')}</td></tr>`
        : ''
    const cells = columns.map((column) =>
      [
        ...startingBreaks.filter((item) => item.track !== null && isIn(column)(item)).map(breakBlock),
        ...startingTalks.filter(isIn(column)).map((talk) => talkBlock(site, talk, trackLabel)),
      ].join(''),
    )
    const row = cells.some(Boolean)
      ? `<tr>${head}${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
      : ''
    return { start, html: generalRow + row }
  })
  const heads = columns.map(
    (column) =>
      `<th scope="col">${escapeHtml(column ?? track ?? (isList ? undefined : tracks[0]) ?? 'Programme')}</th>`,
  )
  const table = (visibleRows: typeof rows) =>
    `<table><thead><tr><th scope="col">Time</th>${heads.join('')}</tr></thead><tbody>${visibleRows.map(({ html }) => html).join('\n')}</tbody></table>`
  // Hours that are over are folded, as on the page of the event.
  const hour = now?.slice(0, 10) === day ? now?.slice(0, 13).replace('T', ' ') : undefined
  const isOver = ({ start }: { start: string }) => hour !== undefined && start !== untimed && start < hour
  const earlier = rows.filter(isOver)
  if (earlier.length === 0 || earlier.length === rows.length) return table(rows)
  return `<details><summary>Earlier today</summary>${table(earlier)}</details>${table(rows.filter((row) => !isOver(row)))}`
}

const breakBlock = ({ title, start_time, end_time }: ExportedBreak) =>
  `<p class="break">${escapeHtml(title)} · ${start_time}${end_time ? ` to ${end_time}` : ''}</p>`

function talkBlock(site: Site, talk: ExportedTalk, trackLabel: string | null): string {
  const title = link(site.url + talkPath(talk.event_slug, talk.number), talk.title)
  const facts = [
    talk.speakers.map(({ name }) => name).join(', '),
    talk.location,
    talk.end_time && `to ${talk.end_time}`,
  ].filter(Boolean)
  const links = [
    ...(talk.video_url ? [link(talk.video_url, 'Video')] : []),
    ...(talk.slides_url ? [link(talk.slides_url, 'Slides')] : []),
  ]
  return `<article><h3 dir="auto">${talk.status === 'cancelled' ? `<s>${title}</s> Cancelled` : title}</h3><p class="quiet">${escapeHtml(facts.join(' · '))}${trackLabel && talk.track ? `<span class="${trackLabel}"> · ${escapeHtml(talk.track)}</span>` : ''}</p>${links.length > 0 ? `<p class="links">${links.join('')}</p>` : ''}</article>`
}
