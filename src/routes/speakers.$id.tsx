import { createFileRoute, redirect } from '@tanstack/react-router'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { ClaimSpeaker } from '#features/claims/components/claim-speaker.tsx'
import { isSpeaker } from '#features/claims/speaker-claims.rules.ts'
import { EditLinks } from '#features/coverage/components/edit-link.tsx'
import { CalendarSheet } from '#features/feeds/components/calendar-sheet.tsx'
import { FollowButton } from '#features/follows/components/follow-button.tsx'
import { LastChanged } from '#features/history/components/last-changed.tsx'
import { PastTalks, UpcomingTalks } from '#features/programme/components/speaker-talks.tsx'
import { cardPath, speakerCard } from '#features/sharing/card.ts'
import { ShareSheet } from '#features/sharing/components/share-sheet.tsx'
import { SpeakerHero } from '#features/speakers/components/speaker-hero.tsx'
import { SpeakerNotFound } from '#features/speakers/components/speaker-not-found.tsx'
import { speakerJsonLd } from '#features/speakers/speaker-json-ld.ts'
import { canEditSpeaker } from '#features/speakers/speakers.rules.ts'
import { TopicList } from '#features/topics/components/topic-chip.tsx'
import { api } from '#lib/api.ts'
import { breadcrumbs, isForCrawlers, pageHead } from '#lib/head.ts'
import { excerpt } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { loadFollowing } from './-following.ts'

export const Route = createFileRoute('/speakers/$id')({
  loader: async ({ context: { load, site }, params: { id } }) => {
    const [speaker, events, mine] = await Promise.all([
      load(api.speakers.detail.queryOptions({ input: { id } })),
      load(api.programme.eventsOfSpeaker.queryOptions({ input: { id } })),
      site.viewer && load(api.speakerClaims.mine.queryOptions({ input: { speaker_id: id } })),
    ])
    // The address of a record that was merged into another one.
    if (speaker.id !== id) throw redirect({ to: '/speakers/$id', params: speaker, statusCode: 301 })
    const isFollowing = await loadFollowing(load, site.viewer, { kind: 'speaker', key: id })
    return { site, speaker, events, mine, isFollowing }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ site, speaker }) => {
      const path = `/speakers/${speaker.id}`
      return {
        title: speaker.name,
        description: excerpt(
          speaker.bio || `Where ${speaker.name} speaks and spoke, and what about.`,
          limits.excerpt,
        ),
        path,
        feeds: { query: '' },
        image: import.meta.env.SSR && isForCrawlers() && cardPath(speakerCard(speaker), site.name),
        jsonLd: import.meta.env.SSR &&
          isForCrawlers() && [
            speakerJsonLd(site, speaker),
            breadcrumbs(site, { name: 'Speakers', path: '/speakers' }, { name: speaker.name, path }),
          ],
      }
    }),
  component: SpeakerPage,
  staticData: { notFoundTitle: 'Speaker not found' },
  notFoundComponent: SpeakerNotFound,
})

function SpeakerPage() {
  const { site, speaker, events, mine, isFollowing } = Route.useLoaderData()
  const path = `/speakers/${speaker.id}`
  const upcoming = events.filter((event) => event.end_date >= site.today).reverse()
  const past = events.filter((event) => event.end_date < site.today)
  const talks = events.flatMap((event) => event.talks)
  const canEditLinks = isSpeaker(site.viewer, speaker) || site.viewer?.isAdmin === true
  const actionOf = canEditLinks ? (talk: (typeof talks)[number]) => <EditLinks talk={talk} /> : undefined
  return (
    <div className="page stack gap-10 py-3 sm:py-6">
      <SpeakerHero
        speaker={speaker}
        canEdit={canEditSpeaker(site.viewer, speaker)}
        isMine={isSpeaker(site.viewer, speaker)}
        actions={
          <>
            {isFollowing !== null && (
              <FollowButton
                {...{ isFollowing }}
                name={speaker.name}
                what={{ kind: 'speaker', key: speaker.id }}
              />
            )}
            {events.length > 0 && (
              <CalendarSheet
                site={site}
                title={`Where ${speaker.name} speaks`}
                path={`${path}/feed.ics`}
                page={path}
              />
            )}
            <ShareSheet site={site} noun="speaker" title={speaker.name} path={path} />
          </>
        }
        figures={[
          { value: upcoming.length, label: 'to come' },
          { value: talks.filter((talk) => talk.video_url).length, label: 'with video' },
          { value: talks.filter((talk) => talk.slides_url).length, label: 'with slides' },
        ]}
      />
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="stack content-start gap-10">
          {upcoming.length > 0 && <UpcomingTalks events={upcoming} today={site.today} actionOf={actionOf} />}
          {past.length > 0 && <PastTalks events={past} actionOf={actionOf} />}
          {events.length === 0 && <EmptyState>No talks of {speaker.name} are listed yet.</EmptyState>}
        </div>
        <div className="stack content-start gap-10">
          {speaker.topics.length > 0 && (
            <Section title="Topics">
              <TopicList names={speaker.topics} />
            </Section>
          )}
          <ClaimSpeaker speaker={speaker} viewer={site.viewer} myClaim={mine} />
        </div>
      </div>
      <LastChanged at={speaker.updated_at} path={path} viewer={site.viewer} />
    </div>
  )
}
