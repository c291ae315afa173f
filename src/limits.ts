/** Every number of the specification's section 9, named once. Sizes are counts of characters or rows; times are milliseconds. */
export const limits = {
  dashboardUpcomingEvents: 4,
  interestsShown: 3,
  eventsOfRegion: 6,
  /** Countries and cities that a selection may name. */
  placesOfSelection: 50,
  popularTopicsOnDashboard: 4,
  keepExploringTopics: 10,
  excerpt: 150,
  tagsInGrid: 2,
  tagsInList: 4,
  initials: 2,
  talkDescriptionCollapsedAbove: 150,
  speakerPopupBio: 150,
  speakerCardBio: 200,
  profileTalkDescription: 100,
  /** Characters of about four lines. */
  bioFoldedAbove: 260,
  speakerTopicsInGrid: 2,
  speakerTopicsInList: 5,
  speakerSearchDebounce: 500,
  speakerListStaleTime: 10 * 60_000,
  speakerListGcTime: 15 * 60_000,
  speakerFetches: { calls: 100, window: 60_000, cleanup: 5 * 60_000 },
  detailStaleTime: 5 * 60_000,

  fullName: 100,
  email: 254,
  profileBio: 5000,
  profileHeadline: 150,
  organisation: 100,
  url: 2000,
  handle: 100,
  speakerNameMin: 2,
  speakerName: 100,
  speakerBio: 1000,
  speakerLocation: 100,
  speakerCountry: 100,
  eventNameMin: 3,
  eventName: 200,
  eventDescription: 20_000,
  statusNote: 300,
  place: 100,
  topicName: 100,
  trackName: 200,
  trackDescription: 5000,
  breakTitle: 200,
  breakDescription: 5000,
  talkTitle: 500,
  talkDescription: 20_000,
  talkLocation: 200,
  talkType: 100,
  /** Entries of one programme that is brought in. */
  programmeTalks: 5000,
  /** People whom it names: each may be one to decide on, in one list. */
  programmePeople: 10_000,
  speakersPerTalk: 50,
  topicsPerTalk: 50,
  /** Of a session, in which an account can be deleted without the password. */
  freshSessionMinutes: 60,
  passwordMin: 6,
  passwordMax: 128,
  invitationCodeMin: 4,
  invitationCodeMax: 20,
  invitationCodes: 5,
  /** How many more an administrator may allow a member. */
  extraInvitations: 1000,
  copyConfirmation: 2000,
  searchTerm: 200,
  peopleSearchResults: 20,
  searchTermMin: 2,
  claimReason: 1000,
  /** What an owner writes to attendees, and how many of these the page shows. */
  announcement: 1000,
  /** What somebody writes to a report, how many reports one person sends in a day, and how many a page of them shows. */
  reportWords: 1000,
  /** Why somebody asks for an invitation, and how many may wait for an answer. */
  invitationRequestReason: 1000,
  talkSearchResults: 50,
  chosenTracks: 50,
  /** Events that are counted for a search that found nothing and is tried without one of its parts. */
  nearCounted: 100,
  eventLanguages: 100,
  address: 500,
  seriesDescription: 2000,
  /** Around a city that the directory is narrowed to. */
  nearDefaultKilometres: 100,
  nearMaxKilometres: 500,
  findDebounce: 120,
  directorySearchDebounce: 200,
  adminEventsPerPage: 10,
  /** Records that an administrator deletes or decides on at once, and proposals that a page lists. */
  recordsAtOnce: 100,
  /** Bytes of a file to import. */
  importFile: 32 * 1024 * 1024,
  /** How long the lines that an import left out are kept; their number stays. */
  skippedLineDays: 30,
  /** Private calendars of a person. */
  calendarFeeds: 10,
  calendarFeedName: 100,
  /** Bytes of a programme to bring in, unpacked. */
  programmeFile: 16 * 1024 * 1024,
  /** Links of a talk, those that wait or were rejected included. */
  linksPerTalk: 50,
  linkTitle: 200,
  acceptedLinksForTrust: 5,
  callFormats: 200,
  callLanguages: 10,
  callNote: 1000,
  /** How long a suggested call waits for the owner before it is listed, and how many a person may have that wait. */
  suggestedCallDays: 7,
  markNote: 2000,
  /** How long merges, imports and deletions are undone with all that people lost by them. */
  undoableDays: 90,

  /** Bytes of an uploaded picture, its pixels, and the sides of the squares that are kept of it. */
  pictureFile: 5 * 1024 * 1024,
} as const

/** The same for the server alone: the browser does not get them. */
export const serverLimits = {
  /** Daily files that stay. */
  dumps: 30,
  accessTokens: 10,
  accessTokenName: 100,
  happeningSoonDays: 30,
  happeningSoonEvents: 3,
  homeUpcomingEvents: 6,
  recommendations: 4,
  popularTopicsOnHome: 5,
  speakerConferences: 50,
  /** Updates of one's own profile within the seconds that follow. */
  profileUpdates: 5,
  profileUpdatesWithin: 60,
  /** For everybody who is no administrator. */
  /** Co-organisers of a conference, and conferences that one member is a co-organiser of. */
  eventOrganisers: 20,
  organisedEvents: 200,
  /** Rows of one kind in the export of an account, and how often somebody may have one in an hour. */
  exportedRows: 5000,
  exportsPerHour: 5,
  /** What one person may do within a day, over all events, that others are notified of. */
  eventInvitationsPerDay: 50,
  claimsPerDay: 20,
  suggestedLinksPerDay: 40,
  suggestionsPerDay: 40,
  /** Suggested changes: who has had so many accepted saves where nobody owns the record; an owner decides first for so many days. */
  acceptedSuggestionsOfTrusted: 5,
  daysOfOwner: 7,
  suggestionsListed: 50,
  /** Mails of notifications within a day: further ones are on the site alone. A mailing is one action, to any number of people. */
  mailingsPerDay: 100,
  mailsFromOneSenderPerDay: 10,
  notificationMailsPerDay: 40,
  /** Notices of one sender to one person within a day: a further one takes the place of the newest. */
  noticesFromOneSenderPerDay: 20,
  /** Speakers that a member adds within a day. */
  speakersPerDay: 200,
  /** After how many days without a check members are asked, how many of them in a week for an event, and about how many events each. */
  uncheckedDays: 60,
  askedOfEvent: 5,
  checksAskedPerWeek: 2,
  /** Listed events of a speaker that wait for the answer whether this is right. */
  unconfirmedEvents: 20,
  /** Things that a person follows, and what a digest tells of each. */
  follows: 500,
  /** Mail that the server refuses for so long is given up. */
  mailRefusedHours: 48,
  digestItems: 12,
  /** Digests that are written in one transaction, and days of news that the first one holds. */
  digestsAtOnce: 10,
  digestDays: 7,
  /** Changes of one event within so many minutes become one message. */
  announcementDelay: 10,
  /** It leaves when nothing changed for so many minutes; on the days of the event earlier. */
  announcementQuiet: 5,
  announcementQuietOnDay: 1,
  speakerSearchResults: 20,
  linkableUsers: 50,
  /** On the dashboard: talks that are read, events and claims that are shown. */
  agendaTalks: 60,
  agendaEvents: 10,
  /** Of those whom the viewer follows, and of unread notifications. */
  agendaNames: 3,
  agendaNews: 3,
  announcementsShown: 10,
  reportsPerDay: 20,
  invitationRequests: 500,
  invitationRequestsPerPage: 20,

  /** Rows of one page of a list that grows without bound. */
  eventsPerPage: 24,
  speakersPerPage: 48,
  speakingSoonDays: 60,
  speakingSoon: 6,
  attendeesPerPage: 60,
  /** On the page of a conference itself. */
  firstAttendees: 8,
  recordingsOfEvent: 8,
  attendingPerPage: 6,
  /** Conferences on a profile that the person attends or attended. */
  attendedPerProfilePage: 60,
  /** Conferences that are named of those that two people share. */
  sharedEventsNamed: 2,
  eventInvitationsPerPage: 20,
  openInvitations: 20,
  /** How long the offer of a conference stands. */
  handoverDays: 30,
  talksPerProfilePage: 50,
  /** Rows of each kind in the command menu. */
  resultsPerKind: 5,
  /** On the page of all places: countries, and the cities of each that have the most conferences. */
  countries: 300,
  citiesOfCountry: 12,
  /** Cities with conferences that are offered around one that has none. */
  nearCities: 5,
  nearbyEvents: 3,
  /** On the page of one of them. */
  otherEditions: 24,
  /** That nobody has confirmed, on the page of an earlier one. */
  unconfirmedEditions: 5,
  /** Rows that a merge of two conferences moves, all in one transaction. */
  rowsOfMerge: 20_000,
  seriesPerPage: 60,
  /** On the page of a series. */
  seriesEditions: 100,
  returningSpeakers: 12,
  /** The next edition of a conference begins at most so many days after the one before. */
  nextEditionDays: 730,
  nearKilometres: 300,
  /** Topics that a member has proposed and nobody has decided on. */
  topicProposals: 5,
  proposalExamples: 3,
  savedTalks: 500,
  invitationsPerPage: 20,
  notificationsPerPage: 30,
  /** How long they are kept. */
  notificationDays: 365,
  adminActionsPerPage: 20,
  sessionsShown: 100,
  unsentMailsPerPage: 50,
  memberConferences: 50,
  adminUsersPerPage: 10,
  unknownCitiesListed: 50,
  adminTopicsPerPage: 50,
  auditLog: 100,
  /** Rows of one file of conferences, each of which is compared with the others around its days. */
  comparedRows: 10_000,
  skippedLinesPerPage: 500,
  importUndoableHours: 24,
  /** Events of a feed, those that ended so many days ago included, and the characters of each description. */
  feedEvents: 1000,
  feedPastDays: 30,
  feedDescription: 300,
  /** Milliseconds that reading it may take. */
  programmeReading: 20_000,
  /** Bytes of the page of a conference, unpacked, and milliseconds that reading it may take. */
  pageFile: 4 * 1024 * 1024,
  pageReading: 5_000,
  /** New conferences that one run of a source lists or proposes. */
  proposalsPerRun: 500,
  /** Named with their reasons for each source. */
  leftOutEntries: 200,
  /** Suggestions of one person that wait, and how many accepted ones make further ones show at once. */
  openSuggestions: 20,
  trustedLinksPerDay: 50,
  openLinksShown: 100,
  linksPerPage: 40,
  videosOfTopic: 6,
  linksOfFeed: 100,
  /** Calls of a conference, those that a page of the board and a feed hold, and those that are counted by topic and place. */
  callsPerEvent: 20,
  callsPerPage: 40,
  callsOfFeed: 500,
  callsCounted: 1000,
  openCallSuggestions: 20,
  /** Calls that a person tracks, the note on each, and reminders that are written in one transaction. */
  callMarks: 500,
  remindersAtOnce: 100,
  /** Of a record's history. */
  changesPerPage: 20,
  rowsOfChange: 100,
  changesOfComparison: 1000,
  talksOfChange: 5,
  /** Changes that are undone at once to return to a version. */
  changesToReturn: 200,
  /** Of each recent change: rows that are counted, records that are named, and whom or what a name in a filter may mean. */
  rowsOfRecentChange: 500,
  recordsOfChange: 5,
  fieldsOfRecord: 40,
  matchesOfFilter: 20,
  /** Changes of one member that are undone at once. */
  changesOfMember: 500,
  /** How far back an undo of a member's changes begins by itself. */
  daysOfVandalism: 7,
  recordsOfPreview: 10,
  mergesListed: 20,
  picturePixels: 25_000_000,
  pictureSize: 480,
  pictureSmallSize: 120,
  picturesPerDay: 30,
} as const

export const mainTrack = 'Main Track'
export const allTracks = 'All Tracks'
