import * as firstConference from './guides/first-conference.md'
import * as listAConference from './guides/list-a-conference.md'
import * as speakerRecord from './guides/speaker-record.md'

/** The guides in the order of their list; the key is the last part of the address. */
export const guides = new Map([
  ['first-conference', firstConference],
  ['list-a-conference', listAConference],
  ['speaker-record', speakerRecord],
])
