// Guards of calls, sources, offline copies, attendance, shared plans, maps and series, for mutant-list.ts.

export type Filters = Record<
  string,
  { tests: string[]; only?: string; gone: [what: string, from: string, to?: string][] }
>

const testsOf = (...features: string[]) => features.map((feature) => `src/features/${feature}.test.ts`)

const calls: Filters = {
  'src/features/calls/call-reminders.server.ts': {
    tests: testsOf('calls/call-marks.db'),
    gone: [
      ['a mark of the last day is reminded of at once', ` and call_marks.changed_at <= \${momentOf('day')}`],
      [
        'a mark of the last week is reminded of at once',
        ` and call_marks.changed_at <= \${momentOf('week')}`,
      ],
      ['who has submitted is reminded', `call_marks.state = 'interested' and `],
      ['a closed call is reminded of', ` and calls.earliest_closes_at > \${now}::timestamptz`],
      ['a cancelled conference is reminded of', ` and events.status <> 'cancelled'`],
      ['a reminder is sent again', `and \${isUnsent('day')} and`, 'and'],
      ['a call that is extended is not reminded of again', ` or \${sentFor} < calls.closes_on`],
      ['a suspended member is reminded', 'and call_marks.user_id in (select id from profiles)'],
    ],
  },
  'src/features/calls/call-marks.api.ts': {
    tests: testsOf('calls/call-marks.db'),
    gone: [
      ['marks are read by everybody', `call_marks.user_id = \${viewer.id}::uuid\n`, 'true\n'],
      ['states are those of everybody', `where user_id = \${viewer.id}::uuid limit`, 'limit'],
      [
        'a mark is set for everybody',
        'eq(call_marks.user_id, viewer.id), eq(call_marks.call_id, id))\n    if',
        'eq(call_marks.call_id, id))\n    if',
      ],
      ['a note is written for everybody', '.where(and(eq(call_marks.user_id, viewer.id), ', '.where(and('],
      ['marks have no limit', ' >= serverLimits.callMarks)', ' < 0)'],
      ['a suggested call is marked', ` and \${isListed} returning`, ' returning'],
    ],
  },
  'src/features/calls/calls.api.ts': {
    tests: testsOf('calls/calls.db'),
    gone: [
      ['editable calls are those of everybody', `(\${decidedBy(viewer)} or (`, `(true or (`],
      ['a member adds calls without a limit', '>= serverLimits.openCallSuggestions', '< 0'],
      ['a member suggests a second call of a kind', 'throw errors.EXISTS()', 'void 0'],
      ['a member suggests a call of what is over', 'throw errors.OVER()', 'void 0'],
      ['a suggestion is listed at once', "isEditor ? 'live' : 'suggested'", "'live'"],
      ['an older version of a call is saved', 'before.updated_at !== updated_at', 'false'],
      ["a member deletes another's suggestion", ' && call.added_by === viewer.id', ''],
    ],
  },
  'src/features/calls/calls.server.ts': {
    tests: testsOf('calls/calls.db'),
    gone: [
      [
        'a suggestion is listed before its time',
        ` and created_at < now() - make_interval(days => \${limits.suggestedCallDays})`,
      ],
      [
        'a suggestion of a suspended member is listed',
        ' and (added_by is null or added_by not in (select user_id from suspensions))',
      ],
      ['a second call of a kind is listed by itself', 'other.kind = calls.kind and ', 'false and '],
      [
        'organisers are told of each suggestion',
        `where not \${wasNotifiedToday(sql\`organiser.id\`, replaceKey)}`,
      ],
    ],
  },
}

const decisions: Filters = {
  'src/features/decisions/decide.server.ts': {
    tests: ['tests/decisions.db.test.ts', ...testsOf('claims/claims.db', 'coverage/coverage.db')],
    gone: [
      ['what is decided is decided again', "if (conflict) throw refusal('CONFLICT', conflict)"],
      ['who may not decide does', "if (forbidden) throw refusal('FORBIDDEN', forbidden)"],
      ['nobody is told of a decision', 'if (notice?.to)', 'if (false)'],
      ['a dismissal cannot be undone', 'if (decision.isLogged) await', 'if (false) await'],
    ],
  },
  'src/features/reports/report-decision.server.ts': {
    tests: ['tests/decisions.db.test.ts'],
    gone: [['who is reported learns by whom', `\${viewer.id}::uuid = any (record.owner_ids)`, 'false']],
  },
}

const sources: Filters = {
  'src/features/sources/question-decision.server.ts': {
    tests: testsOf('sources/sync-source.db', 'sources/check-own-pages.db'),
    gone: [
      ['a suggestion is accepted for another version', 'before.updated_at !== option', 'false'],
      ['what no longer fits is written', "if (!success) throw refusal('BAD_REQUEST', noLongerFits)"],
      [
        'a question stays after its answer',
        'await tx.delete(source_questions).where(eq(source_questions.id, question.id))\n    if',
        'if',
      ],
    ],
  },
  'src/features/events/event-editing.schemas.ts': {
    tests: testsOf('sources/sync-source.db'),
    gone: [
      ['a suggestion ends before it starts', '({ ...before, ...changes })', '({ ...changes, ...before })'],
    ],
  },
  'src/features/sources/plan-source.server.ts': {
    tests: testsOf('sources/sync-source.db'),
    gone: [
      ['the days are two values', 'group.every((field)', 'group.some((field)'],
      ['a source writes over an edit', "if (result === 'taken') for", 'for'],
      ["a source writes an owner's conference", '!event.is_owned && !(', '!('],
      ['a place that is not certain is written', '(isUnsurePlace && (', '(false && ('],
      [
        'a list that lost most of its conferences is believed',
        'if (goneEntries.length > accepted)',
        'if (false)',
      ],
      ['a list that is all different is believed', 'if (different.length > accepted)', 'if (false)'],
      ['two that are the same are one', 'same.length === 1 ? same', 'same[0] ? same'],
      ['what was declined comes back', "state === 'declined' || (", '('],
      ['what was deleted here comes back', "(state === 'linked' && event_id === null)", 'false'],
      ['past conferences are listed', 'isAll || values.end_date >= today', 'true'],
      ['a link settles the days', '...(hasOtherDays && { start_date, end_date }),', ''],
      ['a link settles the place', '...(hasOtherPlace && { location_name, country_name }),', ''],
      [
        'a spelling is another place',
        'isElsewhere(await identify(event), await identify(other))',
        'event.location_name !== location_name',
      ],
    ],
  },
  'src/features/identity/compare.ts': {
    tests: testsOf('identity/compare'),
    gone: [
      ['names with different years are one', 'if (differ(one.name.year, other.name.year))', 'if (false)'],
      [
        'names with different numbers are one',
        'if (differ(one.name.number, other.name.number))',
        'if (false)',
      ],
      ['names with a word of each are one', "if (names.relation === 'other')", 'if (false)'],
      ['a satellite is its conference', 'one.name.isSatellite !== other.name.isSatellite ||', ''],
      ['a page of its own is that of all', "sites === 'own') return", 'false) return'],
      ['two cities are one', "distance < nearKm ? 'near' : 'other'", "'near'"],
    ],
  },
  'src/features/listing/csv-import.server.ts': {
    tests: testsOf('listing/csv-import.db'),
    gone: [
      ['what is perhaps listed has no warning', 'warning: matches[0]\n', 'warning: undefined\n'],
      [
        'rows of one file are not compared',
        'of await findPairs(list)',
        'of [] as Awaited<ReturnType<typeof findPairs<ImportRow>>>',
      ],
    ],
  },
  'src/features/programme-import/syncs/new-event.server.ts': {
    tests: testsOf('programme-import/syncs/new-event.db'),
    gone: [['the operator lists a conference twice', "if (match.verdict === 'same')", 'if (false)']],
  },
  'src/features/programme-import/merging/people.ts': {
    tests: testsOf('programme-import/merging/compare'),
    gone: [
      ['two who are each other are nobody', ' && other.key > match.key)', ')'],
      ['whoever is somebody else is asked about', "same[match.key] ?? ''", "''"],
      [
        'ids of another edition are trusted whoever has them',
        "if (modeOf(people, byKey) !== 'renames') return []",
        '',
      ],
      ["another edition's file renames", '!former.isOfEdition &&\n        ', ''],
    ],
  },
  'src/features/speakers/speakers.api.ts': {
    tests: testsOf('speakers/speaker-editing.db'),
    gone: [['former names are shown to all', ' and shows_former_names and ', ' and ']],
  },
  'src/features/speakers/speaker-editing.server.ts': {
    tests: testsOf('speakers/speaker-editing.db'),
    gone: [
      [
        'somebody else shows former names',
        '...(isOwn && { shows_former_names })',
        '...(shows_former_names !== undefined && { shows_former_names })',
      ],
    ],
  },
  'src/features/suggestions/suggestion-decision.server.ts': {
    tests: testsOf('suggestions/suggestions.db'),
    gone: [
      [
        'a suggestion is accepted over what was changed since',
        'const conflicts = isSeen ? [] : chosen',
        'const conflicts = isSeen ? [] : []',
      ],
      ['who has seen another value accepts it', 'fields && option === optionOf(compared)', 'fields'],
      ['a member decides about their own', 'suggestion.suggested_by === viewer.id', 'false'],
      ['administrators decide at once', 'isOwned && !is_overdue && ', 'false && '],
      ['a stranger decides', "if (!isStaff(viewer)) return 'You may not decide about this suggestion'"],
    ],
  },
  'src/features/coverage/link-decision.server.ts': {
    tests: testsOf('coverage/coverage.db'),
    gone: [
      ['a member sees which links wait', 'viewer.isSteward ? sql`true` : decidedBy(viewer)', 'sql`true`'],
    ],
  },
  'src/features/calls/call-decision.server.ts': {
    tests: testsOf('calls/calls.db'),
    gone: [
      ['a member sees which calls wait', 'viewer.isSteward ? sql`true` : decidedBy(viewer)', 'sql`true`'],
    ],
  },
  'src/features/queue/open-decisions.server.ts': {
    tests: ['tests/stewards.db.test.ts', 'tests/decisions.db.test.ts'],
    gone: [
      ['a steward decides about accounts', ".filter((kind) => kind !== 'invitation')"],
      ['a steward decides about their own claim', 'return own.length > 0', 'return false'],
      ['members decide about every kind', ": ['suggestion', 'question', 'link', 'call']", ': decisionKinds'],
      ['what waits about other pages is counted', `path ? sql\`path = \${path}\` : `, ''],
    ],
  },
  'src/features/suggestions/suggestions.api.ts': {
    tests: testsOf('suggestions/suggestions.db'),
    gone: [
      ['a trusted member saves what somebody owns', 'owner_ids.some((id) => id !== viewer.id)', 'false'],
      [
        'two suggestions of a member wait',
        "eq(suggestions.status, 'open')",
        "eq(suggestions.status, 'rejected')",
      ],
    ],
  },
  'src/features/events/listed-match.ts': {
    tests: testsOf('events/event-editing.db'),
    gone: [['everybody may list the same one again', '!(is_new && can_edit)', '!is_new']],
  },
  'src/features/sources/sync-source.server.ts': {
    tests: testsOf('sources/sync-source.db'),
    gone: [
      [
        'a call of others is written over',
        'call.url === base.cfp_url && call.closes_on === base.cfp_end_date',
        'true',
      ],
      ['a call that was removed returns', 'if (base.cfp_url || base.cfp_end_date) return'],
      [
        "an owner's conference gets topics",
        'if (!event.is_owned) await addExistingTags',
        'await addExistingTags',
      ],
      ["an owner's conference gets a live call", "is_owned ? 'suggested' : 'live'", "'live'"],
      [
        'what may be listed is listed again',
        'event || candidates.length > 0 || is_unsure',
        'event || is_unsure',
      ],
      [
        'a place that is not certain is listed',
        'candidates.length > 0 || is_unsure',
        'candidates.length > 0',
      ],
      ['an entry that was decided is listed', "::uuid[]) and state = 'proposed'", '::uuid[])'],
    ],
  },
  'src/features/sources/undo-run.server.ts': {
    tests: testsOf('sources/sync-source.db'),
    gone: [['what a run had listed is gone, not unknown', 'old.new_key is null`', 'false`']],
  },
  'src/features/sources/check-own-pages.server.ts': {
    tests: testsOf('sources/check-own-pages.db'),
    gone: [
      ['what an owner left is asked again', 'if (newQuestions.length === 0) return'],
      ['a guess of the place is a difference', "guesses.includes('location_name') ? {} : values", 'values'],
      ['another edition is a difference', 'start_date?.slice(0, 4) === event.start_date.slice(0, 4) &&', ''],
      ['a guess is a difference', " && !guesses.includes('start_date')"],
      ['a page is read each minute', "and (checked_at is null or checked_at < now() - interval '7 days')"],
    ],
  },
  'src/features/sources/reading/read-list.server.ts': {
    tests: testsOf('sources/reading/read-list'),
    gone: [['a list has conferences that end before they start', 'end_date < start_date', 'false']],
  },
  'src/features/listing/set-field.api.ts': {
    tests: testsOf('listing/set-field.db'),
    gone: [['a preview changes conferences', 'if (is_preview) tx.rollback()', '']],
  },
  'src/features/reading/calendar.ts': {
    tests: testsOf('reading/calendar'),
    gone: [
      ['an old version of an entry holds', 'newest(versions, sequenceOf)', 'versions'],
      ['an end at midnight is a day more', " || until.time === '00:00'"],
      ['what is excluded in UTC is there', '!hasClock(from) || ', 'true || '],
    ],
  },
}

const settings: Filters = {
  'server/v8.ts': {
    tests: ['server/v8.test.ts'],
    gone: [
      ['garbage begins in the old generation', "setFlagsFromString('--no-allocation-site-pretenuring')"],
    ],
  },
}

const offline: Filters = {
  'src/features/offline/answer.ts': {
    tests: testsOf('offline/answer'),
    gone: [
      ['too many requests are a refusal', ' &&\n  error.status !== 429'],
      ['a failure of the server is a refusal', ' &&\n  error.status < 500'],
      ['a session that is over is a refusal', ' &&\n  !isSessionOver(error)'],
      ['another account is a refusal', ' &&\n  error.code !== otherAccount'],
      ["a member's answers are stored for others", 'copy.viewerId !== getPageViewer() ||'],
      ["another account's changes are sent", 'pending.viewerId !== getPageViewer()', 'false'],
      [
        'copies of others answer',
        'viewerId === undefined || copy.viewerId === null || copy.viewerId === viewerId',
        'true',
      ],
      ['a visitor stores changes', '!viewerId || !programme', '!programme'],
      [
        'changes of any conference are stored',
        '!viewerId || !programme || (input.talk_id && !talk)',
        '!viewerId',
      ],
      ['a refusal is answered from a copy', 'if (!(error instanceof UnreachableError)) throw error'],
      ['a later change is dropped with the one that was sent', ' || changedAt !== change.changedAt'],
    ],
  },
  'src/features/offline/pending-changes.ts': {
    tests: testsOf('offline/offline-copies', 'offline/answer'),
    gone: [
      ['two changes of a talk are sent', '...changes.filter(({ key }) => key !== change.key)', '...changes'],
      ['talks of other conferences are saved', 'input.event_id !== eventId || '],
    ],
  },
  'src/features/offline/copies.ts': {
    tests: testsOf('offline/offline-copies'),
    gone: [
      [
        'conferences to come go before past ones',
        '[...byEnd(past), ...byEnd(coming).reverse()]',
        '[...byEnd(coming).reverse(), ...byEnd(past)]',
      ],
    ],
  },
  'src/features/offline/worker-rules.ts': {
    tests: testsOf('offline/worker-rules'),
    gone: [
      ['the worker answers what is posted', "method !== 'GET' || "],
      ['the worker answers for other sites', ' || askedOrigin !== origin'],
      ['the version before goes while pages use it', '.slice(0, -1)'],
      ['a refusal of the site is an outage', 'status >= 502', 'status >= 400'],
    ],
  },
}

const attendance: Filters = {
  'migrations/0082_attendance_visibility.sql': {
    tests: ['tests/visibility-of-attendance.db.test.ts'],
    gone: [
      ['members only is public', 'viewer is not null and '],
      [
        'a choice for one conference does not count',
        "coalesce(attendance.visibility, profiles.attendance_visibility) = 'public'",
        "profiles.attendance_visibility = 'public'",
      ],
      ['who has left is named', 'attendance.is_attending and '],
    ],
  },
}

const forOtherPrograms: Filters = {
  'server/http/mcp.ts': {
    tests: ['tests/mcp.db.test.ts'],
    gone: [
      [
        'pages of other sites call the tools',
        'originValidationResponse(request, [new URL(siteUrl).hostname]) ??\n    ',
      ],
      ['a misspelt parameter is ignored', 'if (unknown.length > 0)', 'if (false)'],
    ],
  },
  'src/features/feeds/feed-routes.server.ts': {
    tests: testsOf('feeds/feeds.db'),
    gone: [
      [
        'the feed of a series names it while all its editions are hidden',
        `  if (events.length === 0 && (await rows(db)\`\${hidden}\`).length > 0) return\n`,
      ],
    ],
  },
}

const plans: Filters = {
  'src/features/feeds/shared-plans.api.ts': {
    tests: testsOf('feeds/private-calendars.db'),
    gone: [
      [
        'the address of a plan is read by others',
        'and(eq(shared_plans.user_id, viewer.id), eq(shared_plans.event_id, event_id)))\n    return',
        'eq(shared_plans.event_id, event_id))\n    return',
      ],
      [
        'plans of others are revoked',
        'await db\n      .delete(shared_plans)\n      .where(and(eq(shared_plans.user_id, viewer.id), ',
        'await db\n      .delete(shared_plans)\n      .where(and(',
      ],
    ],
  },
  'src/features/feeds/shared-plans.server.ts': {
    tests: testsOf('feeds/private-calendars.db'),
    gone: [
      ['a plan of a suspended member opens', 'join profiles on', 'join all_profiles as profiles on'],
      ['a plan of a hidden conference opens', 'join events on', 'join all_events as events on'],
    ],
  },
  'src/features/feeds/secret-addresses.server.ts': {
    tests: testsOf('feeds/private-calendars.db'),
    gone: [
      [
        'a signature is not compared',
        'timingSafeEqual(bytes.subarray(16), signatureOf(purpose, id, sign)) ? id : undefined',
        'id',
      ],
      ['a token of another purpose opens', 'sign(purpose, id)', "sign('', id)"],
      ['four addresses open one row', " || bytes.toString('base64url') !== token"],
    ],
  },
}

const maps: Filters = {
  'src/features/directory/selected-places.server.ts': {
    tests: testsOf('places/event-map.db', 'directory/event-list.db'),
    gone: [
      ['what moved online is near a city', "sql.raw(`status <> 'moved_online'`),"],
      ['any distance is near', ' <= (within ?? limits.nearDefaultKilometres)', ' < Infinity'],
      ['online is a place on the map', 'if (isOnlinePlace(city) || isOnlinePlace(country)) continue'],
      ['towns near a city are the city', 'ids.delete(null)'],
    ],
  },
  'src/features/gazetteer/gazetteer.server.ts': {
    tests: testsOf('gazetteer/gazetteer'),
    gone: [
      [
        'Portland, ME is in Oregon',
        `inState && lineIn(inState.city, () => \`\${inState.area};\`)`,
        'undefined',
      ],
      [
        'Hong Kong is sought in China',
        "code === 'CN' && Object.hasOwn(otherCountries, name) ? otherCountries[name]! : code",
        'code',
      ],
      [
        'a word of what somebody looks for is a city',
        'isWithin ? [...namesOf(text), ...namesWithin(text)] : namesOf(text)',
        '[...namesOf(text), ...namesWithin(text)]',
      ],
    ],
  },
  'src/features/gazetteer/projection.ts': {
    tests: testsOf('gazetteer/projection'),
    gone: [
      ['distances ignore the latitude', ' * half(one.longitude, other.longitude)', ' * 0'],
      ['a map has no margin', 'farthest * 1.3', 'farthest * 0.5'],
    ],
  },
}

const history: Filters = {
  'src/features/history/undo-rights.server.ts': {
    tests: [
      ...testsOf('history/history.db', 'speakers/speaker-merging.db'),
      'tests/confirmed-editions.db.test.ts',
    ],
    gone: [
      ['a member undoes an import of a programme as one change', `not (\${isOfRun} or `, 'not ('],
      [
        'half of an undone merge of speakers is done again',
        "in ('all_events', 'all_speakers')",
        "= 'all_events'",
      ],
      ['a co-organiser undoes a change of the owner', "when changed.before ? 'created_by' then false"],
      [
        'owners undo what administrators did to a series',
        `not has_role(change_sets.changed_by, 'admin') and \${ownsEditionOf(userId, sql\`changed.record_id\`)}`,
        `\${ownsEditionOf(userId, sql\`changed.record_id\`)}`,
      ],
      [
        'who merged their series cannot undo it',
        "when changed.record_id is null and changed.before = '{}' then true",
      ],
      [
        'an owner restores what an administrator deleted',
        `change_sets.changed_by = \${userId}::uuid and exists`,
        'exists',
      ],
      [
        'whoever saves something is told of an undo that is refused',
        `undone_by is null and \${mayUndo(viewer)} order`,
        'true order',
      ],
    ],
  },
  'src/features/history/undo-changes.server.ts': {
    tests: testsOf('speakers/speaker-merging.db'),
    gone: [
      [
        'a return to a version does again what was undone since',
        ` and (undoes is null or undoes <= \${to}::bigint)`,
      ],
      [
        'a part of a merge is undone with what came after a version',
        `changed.set_id in (select set_id from changed_rows where parent_id = \${id}::uuid and table_name = 'all_speakers')`,
        'false',
      ],
    ],
  },
  'src/features/history/former-merges.api.ts': {
    tests: testsOf('speakers/speaker-merging.db'),
    gone: [
      [
        'merges of more than ninety days ago are listed',
        ` and at > now() - make_interval(days => \${limits.undoableDays})`,
      ],
    ],
  },
  'src/features/history/deleted-records.server.ts': {
    tests: testsOf('history/history.db'),
    gone: [
      ['a member is shown what others deleted', `sql\`changed_by = \${viewer.id}::uuid\``, `sql\`true\``],
      [
        'records are offered that are there again',
        ` and not exists (select from all_talks where all_talks.id = record_id)`,
      ],
    ],
  },
  'src/features/history/read-history.server.ts': {
    tests: testsOf('history/private-values.db'),
    gone: [['what a suspended member had added is in a history', ` and \${isVisible} order by`, ' order by']],
  },
  'src/features/history/read-recent.server.ts': {
    tests: testsOf('history/recent-changes.db', 'history/private-values.db'),
    gone: [
      ['recent changes show rows of suspended members', `\${isShown} and \${isVisible}`, `\${isShown}`],
      ['recent changes are not filtered by person', `changed_by = \${people[0]!.id}::uuid`, 'true'],
      ['recent changes are not filtered by means', `via = \${via}`, 'true'],
      [
        'recent changes are not filtered by their first day',
        `at >= \${from}::date::timestamp at time zone 'UTC'`,
        'true',
      ],
      [
        'recent changes are not filtered by their last day',
        `at < (\${to}::date + 1)::timestamp at time zone 'UTC'`,
        'true',
      ],
      ['recent changes are not filtered by kind', `and \${isOf(tables)}`],
      [
        'recent changes of a conference are without its talks',
        `union select set_id from changed_rows where parent_id = \${ids}`,
      ],
      ['an import is undone among the recent changes', `change_sets.via not in ('import', 'source') and `],
    ],
  },
  'src/features/history/change-filters.server.ts': {
    tests: testsOf('history/recent-changes.db'),
    gone: [
      ['a record is not found by its former name', `= \${fold(name)}`, `= \${fold(name)} and false`],
      [
        'a deleted conference is not found by its address',
        `\${former('all_events')}`,
        'select null::uuid where false',
      ],
    ],
  },
}

const dumps: Filters = {
  'server/operator/dump-tables.ts': {
    tests: ['server/operator/dump.db.test.ts'],
    gone: [
      ['a conference is in the dump although its licence forbids it', 'and is_restricted', 'and false'],
      [
        'a speaker is in the dump who spoke only where the licence forbids it',
        `rows: sql\`id in (\${speakerIds})\``,
        'rows: sql`true`',
      ],
      [
        'former names are in the dump that a speaker does not show',
        ' and exists (select from speakers where id = speaker_id and shows_former_names)',
      ],
      ['suggested and rejected links are in the dump', `status = 'live' and `],
      ['suggested calls are in the dump', `\${isListed} and `],
    ],
  },
  'server/operator/dump.ts': {
    tests: ['server/operator/dump.db.test.ts'],
    gone: [
      ['loading counts as an edit', `, set_config('hallway.hiding', 'on', true)`],
      ['a load leaves triggers off', "await setTriggers(tx, 'enable')", ''],
      ['a load leaves indexes out', 'await tx.execute(sql.raw(statement))', ''],
      ['a load leaves out what triggers derive', 'await tx.execute(statement)', ''],
    ],
  },
}

const shareImages: Filters = {
  'src/features/sharing/font-lettering.server.ts': {
    tests: testsOf('sharing/draw-card'),
    gone: [
      ['one text opens any number of fonts', 'isFull ? common : subsets', 'subsets'],
      ['a text is drawn without the letters that no font has', `return ''`, `rest += ''`],
      ['a mark without a letter is an error', 'mark: false, mkmk: false', ''],
      ['Chinese characters of Japan look as in China', '[...own, ...eastAsian]', 'eastAsian'],
    ],
  },
}

export const guards: Filters[] = [
  shareImages,
  calls,
  decisions,
  dumps,
  sources,
  offline,
  attendance,
  forOtherPrograms,
  plans,
  maps,
  history,
  settings,
]
