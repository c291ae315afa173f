import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/**
 * Faults of comparable systems, from public reports, that Hallway had as well: the kind of fault, what keeps it away now,
 * and the tests of the kind, as file and beginning of a title.
 */
const faults: [string, string, string, ...(readonly [string, string])[]][] = [
  [
    'B1 An online conference cannot be listed with the form',
    'a value that the data allows and the form cannot give',
    'country, place and format of the form have what imports write',
    ['src/features/events/components/event-fields.test.ts', 'all that an import may write can be chosen'],
  ],
  [
    'B2 The state, the postal code or the district becomes the city',
    'position in a text instead of knowledge',
    'one function asks the gazetteer from right to left; what it cannot place is a question',
    ['src/features/gazetteer/address.test.ts', '%j is in %s, %s'],
    ['src/features/gazetteer/address.test.ts', '%j is a question'],
    ['src/features/sources/reading/read-list.test.ts', 'where %s takes place'],
  ],
  [
    'B3 A moment in UTC gives the wrong day',
    'the day of a moment without the zone of the place',
    'days are those at the place, on whatever clock they are written',
    ['src/features/reading/calendar.test.ts', 'the days of an entry are those at its place'],
    ['src/features/sources/reading/both-readers.test.ts', 'both importers read the days'],
  ],
  [
    'B4 One odd line loses a whole list; entries vanish without a name',
    'two readers of one format',
    'one reader of calendars; a bad entry costs that entry, and what is left out is named',
    ['src/features/reading/calendar.test.ts', 'one entry that cannot be read costs that entry'],
    ['src/features/sources/reading/read-list.test.ts', 'what a calendar has and is not listed is named'],
    ['src/features/sources/reading/both-readers.test.ts', 'both read the same from each calendar'],
  ],
  [
    'B5 Ends at midnight, lengths, cancelled and repeated conferences',
    'a format that is read in part',
    'the same reader',
    ['src/features/reading/calendar.test.ts', 'an end: %s'],
    ['src/features/sources/reading/read-list.test.ts', 'a calendar with %s'],
    ['src/features/sources/reading/read-list.test.ts', 'what repeats is one conference each time'],
  ],
  [
    'B6 A list whose ids change looks empty and new',
    'a foreign key taken for the thing',
    'entries are paired by the identity of the conference',
    ['src/features/sources/sync-source.db.test.ts', 'a list that gives all its entries new keys'],
  ],
  [
    'B7 "Online" beside a city is lost',
    'a value that is read and not handed on',
    'every format of a list gives the format',
    ['src/features/sources/sync-source.db.test.ts', 'hybrid arrives'],
    ['src/features/sources/reading/read-page.test.ts', '"%s" is in %s'],
  ],
  [
    'B8 Other names of countries; Kosovo does not exist',
    'one name for a thing that has several',
    'one table of names, former ones too',
    ['src/lib/country-names.test.ts', '%s is stored as %s'],
    ['src/lib/country-names.test.ts', 'every name of the list is its own'],
  ],
  [
    'B9 Straight and curly apostrophe, hyphen and dash, invisible signs differ',
    'signs compared by their code',
    'one table of signs, in TypeScript and SQL',
    ['platform/database/fold.db.test.ts', 'for each character of the table'],
    ['tests/equal-signs.db.test.ts', 'names that differ in signs alone are the same one'],
  ],
  [
    'B10 A merged or renamed speaker comes back under the old name',
    'a former name that is forgotten',
    'former names are stored and asked',
    ['src/features/programme-import/merging/compare.test.ts', 'a former name finds the speaker'],
  ],
  [
    'B11 Two people of one name in a file become one',
    'a name taken for a proof',
    'ids, biographies and accounts that differ make a question',
    ['src/features/programme-import/merging/compare.test.ts', 'two people of the source with one full name'],
    ['src/features/programme-import/reading/read-programme.test.ts', 'two ids with one full name'],
  ],
  [
    'B12 An id that stands for another talk now',
    'a foreign key taken for the thing',
    'title, text and people must agree in part',
    [
      'src/features/programme-import/merging/compare.test.ts',
      'by its title, text and people: the former one',
    ],
  ],
  [
    'B13 EXDATE in UTC is ignored, UNTIL in UTC drops the last one',
    'moments compared with times of a clock',
    'all moments are of the zone of the entry',
    ['src/features/reading/calendar.test.ts', 'what repeats is on the days that an expansion'],
  ],
  [
    'B14 An event and its update in one calendar are listed twice',
    'versions taken for things',
    'of one UID the highest SEQUENCE holds',
    ['src/features/reading/calendar.test.ts', 'of two versions of an entry'],
  ],
  [
    'B15 Opening the link of a mail confirms',
    'a change by reading',
    'every link of a mail opens a page with a button',
    ['tests/links-of-mails.db.test.ts', 'no link of a mail changes anything'],
  ],
  [
    'B16 The calendar of a topic without conferences is 404',
    'a list of things taken for the thing',
    'a feed is there as long as its subject; 410 only for what is gone for good',
    ['src/features/feeds/feeds.db.test.ts', 'a feed outlives its last conference'],
  ],
  [
    'B17 No time zone outside the gazetteer, though the country has one',
    'knowledge that only one importer asks',
    'the gazetteer knows the zones of countries',
    ['src/features/gazetteer/gazetteer.test.ts', 'a town of $name that nobody knows has its one zone'],
  ],
  [
    'B18 A zone that the file describes is not used',
    'a format that is read in part',
    'the one reader of calendars uses it',
    ['src/features/reading/calendar.test.ts', 'a zone that the calendar describes'],
  ],
  [
    'B19 A room has the name of its slug',
    'of two values the worse one',
    'the name of the room that the talk stands in',
    ['src/features/programme-import/reading/read-frab.test.ts', 'a room that a talk names by its slug'],
  ],
  [
    'B20 A topic can be called ".."',
    'a name that an address cannot hold',
    'refused, for cities too',
    ['src/features/topics/topic-editing.db.test.ts', 'a topic is trimmed and added'],
  ],
  [
    'B21 The calendar of calls has days only',
    'an hour that is known and not said',
    'the entry ends at the moment of closing',
    ['src/features/feeds/call-feed.db.test.ts', 'with an hour and a zone the entry ends at that moment'],
  ],
  [
    'B22 PUT /events/{slug} wants an id',
    'a description that is not what happens',
    'the parameter has the name of what it takes',
    ['server/http/api-document.test.ts', 'a slug in a path is no UUID'],
  ],
]

test('each fault of the reports has tests of its kind', async () => {
  const missing = []
  for (const [fault, , , ...tests] of faults)
    for (const [file, title] of tests)
      if (!(await readFile(file, 'utf8')).includes(title)) missing.push(`${fault}: ${title} in ${file}`)
  expect(missing).toEqual([])
})
