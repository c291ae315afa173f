/** The kinds of notification; each can be muted. */
export const notificationKinds = [
  'announcement',
  'call_closing',
  'claim_decided',
  'claim_received',
  'coverage',
  'event_changed',
  'event_invitation',
  'events_proposed',
  'follow_ended',
  'followed_event',
  'talk_changed',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What only administrators are notified of. */
export const adminKinds: NotificationKind[] = ['claim_received', 'events_proposed']

/** The subjects of their mails: none has a word that a member wrote. */
export const mailSubjects = [
  'A call for papers closes soon',
  'A call for papers was suggested',
  'A change was suggested',
  'A claim is waiting for a decision',
  'A conference has a new owner',
  'A conference has changed',
  'A conference was deleted',
  'A co-organiser has left',
  'A decision about your claim',
  'A decision about your suggestion',
  'A link of a talk is gone',
  'A link was suggested for a talk',
  'Conferences are waiting for a decision',
  'Your topic proposal',
  'An invitation to a conference',
  'An offer was withdrawn',
  'News from a conference',
  'Something you follow was removed',
  'Talks in your schedule have changed',
  'The next edition of a conference is listed',
  'Two conferences are one now',
  'The programme of a conference is out',
  'The programme of your conference needs a look',
  'Your conference may have changed',
  'Your offer was declined',
  'Your report was reviewed',
  'A conference is offered to you',
  'You are a co-organiser of a conference',
  'You are no longer a co-organiser',
] as const
export type MailSubject = (typeof mailSubjects)[number]

/** What can be unsubscribed from: the mail of each kind of notification, and the digest. */
export const mailKinds = [...notificationKinds, 'digest'] as const
export type MailKind = (typeof mailKinds)[number]

/** Where a notification is told. */
export const notificationChannels = ['list', 'mail'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

export const notificationLabels: Record<NotificationKind, string> = {
  announcement: 'The owner of a conference that I attend, or of which I saved a talk, writes to all of us',
  call_closing: 'A call for papers that I am interested in closes within a week, and within a day',
  claim_decided:
    'My claim is approved or rejected, or a report, a suggestion or a proposed topic of mine was looked at',
  claim_received: 'Someone claims a conference or a speaker profile (administrators only)',
  coverage:
    'Someone suggests a change or a link of what I organise, give or am, or a call for papers of my conference, or one of its links is gone',
  event_changed:
    'A conference I attend, follow, own or have saved talks of changes its dates, location, status, name or owner, or is deleted',
  event_invitation:
    'Someone invites me to a conference, makes me a co-organiser of one, or offers me to look after one',
  events_proposed:
    'Sources propose conferences, or have other details of listed ones, and a decision is needed (administrators only)',
  follow_ended: 'A topic or speaker that I follow is removed',
  followed_event:
    'The programme of a conference that I follow is out, or its next edition or one of a series is listed',
  talk_changed: 'A talk I saved or give moves or is cancelled',
}

export const cursorOf = ({ created_at, id }: { created_at: string; id: string }) => `${created_at}_${id}`
