import { type AnyRouter, os, type RouterClient } from '@orpc/server'
import { z } from 'zod'
import { accessTokensApi } from '#features/access-tokens/access-tokens.api.ts'
import { adminActionsApi } from '#features/administration/admin-actions.api.ts'
import { membersApi } from '#features/administration/members.api.ts'
import { unsentMailApi } from '#features/administration/unsent-mail.api.ts'
import { usersApi } from '#features/administration/users.api.ts'
import { announcementsApi } from '#features/announcements/announcements.api.ts'
import { attendanceApi } from '#features/attendance/attendance.api.ts'
import { eventInvitationsApi } from '#features/attendance/event-invitations.api.ts'
import { callMarksApi } from '#features/calls/call-marks.api.ts'
import { callsApi } from '#features/calls/calls.api.ts'
import { eventClaimsApi } from '#features/claims/event-claims.api.ts'
import { eventHandoversApi } from '#features/claims/event-handovers.api.ts'
import { speakerClaimsApi } from '#features/claims/speaker-claims.api.ts'
import { coverageApi } from '#features/coverage/coverage.api.ts'
import { digestsApi } from '#features/digests/digests.api.ts'
import { adminEvents } from '#features/directory/admin-events.api.ts'
import { directoryApi } from '#features/directory/directory.api.ts'
import { hiddenEventsApi } from '#features/directory/hidden-events.api.ts'
import { eventPageApi } from '#features/event-page/event-page.api.ts'
import { eventChecksApi } from '#features/events/event-checks.api.ts'
import { eventEditingApi } from '#features/events/event-editing.api.ts'
import { eventMergingApi } from '#features/events/event-merging.api.ts'
import { eventOrganisersApi } from '#features/events/event-organisers.api.ts'
import { eventOwnerApi } from '#features/events/event-owner.api.ts'
import { speakingApi } from '#features/events/speaking.api.ts'
import { calendarFeedsApi } from '#features/feeds/calendar-feeds.api.ts'
import { sharedPlansApi } from '#features/feeds/shared-plans.api.ts'
import { findApi } from '#features/find/find.api.ts'
import { followsApi } from '#features/follows/follows.api.ts'
import { placesApi } from '#features/gazetteer/places.api.ts'
import { formerMergesApi } from '#features/history/former-merges.api.ts'
import { historyApi } from '#features/history/history.api.ts'
import { suspensionsApi } from '#features/history/suspensions.api.ts'
import { invitationRequestsApi } from '#features/invitations/invitation-requests.api.ts'
import { invitationsApi } from '#features/invitations/invitations.api.ts'
import { duplicatesApi } from '#features/listing/duplicates.api.ts'
import { importsApi } from '#features/listing/imports.api.ts'
import { newEventApi } from '#features/listing/new-event.api.ts'
import { setFieldApi } from '#features/listing/set-field.api.ts'
import { notificationsApi } from '#features/notifications/notifications.api.ts'
import { accountApi } from '#features/people/account.api.ts'
import { peopleApi } from '#features/people/people.api.ts'
import { picturesApi } from '#features/pictures/pictures.api.ts'
import { cityNamesApi } from '#features/places/city-names.api.ts'
import { placePagesApi } from '#features/places/place-pages.api.ts'
import { agendaApi } from '#features/programme/agenda.api.ts'
import { breaksApi } from '#features/programme/breaks.api.ts'
import { programmeApi } from '#features/programme/programme.api.ts'
import { recommendationsApi } from '#features/programme/recommendations.api.ts'
import { savedTalksApi } from '#features/programme/saved-talks.api.ts'
import { speakingSoonApi } from '#features/programme/speaking-soon.api.ts'
import { talksApi } from '#features/programme/talks.api.ts'
import { tracksApi } from '#features/programme/tracks.api.ts'
import { programmeSourcesApi } from '#features/programme-import/syncs/programme-sources.api.ts'
import { programmeSyncsApi } from '#features/programme-import/syncs/programme-syncs.api.ts'
import { decisionsApi } from '#features/queue/decisions.api.ts'
import { reportsApi } from '#features/reports/reports.api.ts'
import { seriesApi } from '#features/series/series.api.ts'
import { seriesProposalsApi } from '#features/series/series-proposals.api.ts'
import { siteApi } from '#features/site/site.api.ts'
import { type Operation, operation } from '#features/site/site.schemas.ts'
import { pageReadingApi } from '#features/sources/page-reading.api.ts'
import { sourcesApi } from '#features/sources/sources.api.ts'
import { speakerEditingApi } from '#features/speakers/speaker-editing.api.ts'
import { speakerMergingApi } from '#features/speakers/speaker-merging.api.ts'
import { speakersApi } from '#features/speakers/speakers.api.ts'
import { suggestionsApi } from '#features/suggestions/suggestions.api.ts'
import { topicEditingApi } from '#features/topics/topic-editing.api.ts'
import { topicProposalsApi } from '#features/topics/topic-proposals.api.ts'
import { topicsApi } from '#features/topics/topics.api.ts'
import { type Context, get, open } from '#platform/procedures/procedure.ts'

/** What the page that describes the API shows of the OpenAPI document. */
const operations = open
  .route(get('/operations', 'The operations of this API in short'))
  .output(z.array(operation))
  .handler(async ({ context }): Promise<Operation[]> => {
    context.shows('site')
    const { operationsOf } = await import('./http/api-document.ts')
    return operationsOf(router, context.site)
  })

/** These procedures with a tag, which groups them in the document of the API. */
const tagged = <Api extends AnyRouter>(tag: string, api: Api) => os.$context<Context>().tag(tag).router(api)

/** Every procedure of Hallway. The site calls them typed; /api/v1 offers the same to the public. */
export const router = {
  site: tagged('Site', { ...siteApi, operations }),
  people: {
    ...tagged('People', peopleApi),
    ...tagged('Administration', { ...usersApi, ...membersApi, ...suspensionsApi }),
  },
  unsentMail: tagged('Administration', unsentMailApi),
  account: tagged('Account', accountApi),
  accessTokens: tagged('Account', accessTokensApi),
  pictures: tagged('Pictures', picturesApi),
  places: tagged('Events', placesApi),
  cities: tagged('Events', cityNamesApi),
  notifications: tagged('Notifications', notificationsApi),
  invitations: tagged('Invitations', invitationsApi),
  invitationRequests: tagged('Invitations', invitationRequestsApi),
  topics: tagged('Topics', { ...topicsApi, ...topicEditingApi }),
  topicProposals: tagged('Topics', topicProposalsApi),
  speakers: tagged('Speakers', {
    ...speakersApi,
    ...speakerEditingApi,
    ...speakerMergingApi,
    ...formerMergesApi,
  }),
  speakerClaims: tagged('Speaker claims', speakerClaimsApi),
  events: tagged('Events', {
    ...directoryApi,
    ...placePagesApi,
    ...eventPageApi,
    ...newEventApi,
    ...eventEditingApi,
    ...setFieldApi,
    ...eventMergingApi,
    ...eventOwnerApi,
    managed: adminEvents,
  }),
  series: tagged('Series', seriesApi),
  seriesProposals: tagged('Series', seriesProposalsApi),
  hiddenEvents: tagged('Events', hiddenEventsApi),
  calls: tagged('Calls for papers', callsApi),
  callMarks: tagged('Calls for papers', callMarksApi),
  eventClaims: tagged('Event claims', eventClaimsApi),
  imports: tagged('Imports', importsApi),
  duplicates: tagged('Events', duplicatesApi),
  calendarFeeds: tagged('Calendars', calendarFeedsApi),
  sharedPlans: tagged('My schedule', sharedPlansApi),
  attendance: tagged('Attendance', attendanceApi),
  eventInvitations: tagged('Event invitations', eventInvitationsApi),
  announcements: tagged('Announcements', announcementsApi),
  eventHandovers: tagged('Events', eventHandoversApi),
  eventOrganisers: tagged('Events', eventOrganisersApi),
  eventChecks: tagged('Events', eventChecksApi),
  speaking: tagged('My schedule', speakingApi),
  programme: tagged('Programme', programmeApi),
  tracks: tagged('Programme', tracksApi),
  breaks: tagged('Programme', breaksApi),
  talks: tagged('Programme', talksApi),
  coverage: tagged('Coverage', coverageApi),
  programmeSyncs: tagged('Programme', programmeSyncsApi),
  programmeSources: tagged('Programme', programmeSourcesApi),
  pageReading: tagged('Events', pageReadingApi),
  sources: tagged('Administration', sourcesApi),
  savedTalks: tagged('My schedule', savedTalksApi),
  recommendations: tagged('Attendance', recommendationsApi),
  speakingSoon: tagged('Speakers', speakingSoonApi),
  agenda: tagged('My schedule', agendaApi),
  adminActions: tagged('Administration', adminActionsApi),
  history: tagged('History', historyApi),
  find: tagged('Find', findApi),
  follows: tagged('Following', followsApi),
  digests: tagged('Following', digestsApi),
  reports: tagged('Reports', reportsApi),
  suggestions: tagged('Decisions', suggestionsApi),
  decisions: tagged('Administration', decisionsApi),
}

export type ApiClient = RouterClient<typeof router>
