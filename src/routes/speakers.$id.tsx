import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '#components/layout/not-found.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { SpokenAt } from '#features/programme/components/spoken-at.tsx'
import { ClaimSpeaker } from '#features/speakers/components/claim-speaker.tsx'
import { SpeakerHero } from '#features/speakers/components/speaker-hero.tsx'
import { speakerJsonLd } from '#features/speakers/speaker-json-ld.ts'
import { TopicChip } from '#features/topics/components/topic-chip.tsx'
import { api } from '#lib/api.ts'
import { breadcrumbs, pageHead } from '#lib/head.ts'
import { excerpt } from '#lib/text.ts'
import { limits } from '#src/limits.ts'

export const Route = createFileRoute('/speakers/$id')({
  loader: async ({ context: { load, site }, params: { id } }) => {
    const [speaker, events, mine] = await Promise.all([
      load(api.speakers.detail.queryOptions({ input: { id } })),
      load(api.programme.eventsOfSpeaker.queryOptions({ input: { id } })),
      site.viewer && load(api.speakerClaims.mine.queryOptions({ input: { speaker_id: id } })),
    ])
    return { site, speaker, events, mine }
  },
  head: ({ loaderData }) => {
    if (!loaderData) return {}
    const { site, speaker } = loaderData
    const path = `/speakers/${speaker.id}`
    return pageHead({
      site,
      title: speaker.name,
      description: excerpt(
        speaker.bio || `Where ${speaker.name} speaks and spoke, and what about.`,
        limits.excerpt,
      ),
      path,
      jsonLd: [
        speakerJsonLd(site, speaker),
        breadcrumbs(site, { name: 'Speakers', path: '/speakers' }, { name: speaker.name, path }),
      ],
    })
  },
  component: SpeakerPage,
  notFoundComponent: () => (
    <NotFound title="Speaker not found" to="/speakers" label="Back to Speakers">
      The profile may have been removed, or the link may be wrong.
    </NotFound>
  ),
})

function SpeakerPage() {
  const { site, speaker, events, mine } = Route.useLoaderData()
  const upcoming = events.filter((event) => event.end_date >= site.today).reverse()
  const past = events.filter((event) => event.end_date < site.today)
  return (
    <div className="page stack gap-12 py-8">
      <SpeakerHero
        speaker={speaker}
        claim={<ClaimSpeaker speaker={speaker} viewer={site.viewer} myClaim={mine} />}
      />
      <SpokenAt title="Upcoming Events" empty="No upcoming events." events={upcoming} today={site.today} />
      <SpokenAt title="Past Events" empty="No past events." events={past} today={site.today} />
      <Section title="Topics">
        {speaker.topics.length === 0 ? (
          <EmptyState>No topics yet.</EmptyState>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {speaker.topics.map((topic) => (
              <li key={topic}>
                <TopicChip name={topic} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}
