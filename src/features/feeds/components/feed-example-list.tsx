import { Section } from '#components/ui/section.tsx'
import { feedExamples } from '../feed-examples.ts'

type Props = { site: { url: string }; event: Parameters<typeof feedExamples>[0] }

/** Feeds and exports, each as a command that runs here. */
export const FeedExampleList = ({ site, event }: Props) => (
  <Section title="Feeds and exports">
    <p className="max-w-prose text-quiet">
      A page's address followed by <code>/feed.ics</code>, <code>/feed.atom</code> or <code>/feed.json</code>{' '}
      is its feed; speakers have them too, and a talk is a calendar at its address followed by{' '}
      <code>.ics</code>. No key is needed, any site may read them, and an answer with the same{' '}
      <code>ETag</code> need not be sent again. Feeds hold what ends in the future or ended in the last 30
      days.
    </p>
    <p className="mt-3 max-w-prose text-quiet">
      Hallway can import the complete programme from any of these files. For other programs, XML and calendars
      have no breaks, XML and JSON have no talks without a time, and a talk without an end lasts 30 minutes.
      Most calendar programs ignore subtitles, languages and links.
    </p>
    <ul className="mt-3">
      {feedExamples(event).map(({ path, what, contentType }) => (
        <li key={path} className="border-b border-hairline py-3">
          <p className="font-mono text-[0.9375rem] wrap-anywhere">
            curl '{site.url}
            {path}'
          </p>
          <p className="text-quiet">
            {what} · {contentType}
          </p>
        </li>
      ))}
    </ul>
  </Section>
)
