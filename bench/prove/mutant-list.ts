import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Filters, guards } from './guards.ts'

// The rules of the project, each taken out in turn, for mutants.ts.

/** A file without one of its rules, and the tests that should fail then (`only` those of this noun). */
export type Mutant = {
  file: string
  what: string
  source: string
  /** Why the rule can't be taken out, instead of the source. */
  problem?: string
  tests: string[]
  only?: string
}

const rights = 'tests/rights.db.test.ts'
const testsOf = (feature: string) => `src/features/${feature}.db.test.ts`

/** The tests of the rules that don't show in the table of rights. */
const testsOfRule: Record<string, string> = {
  seesAllInvitations: testsOf('invitations/invitations'),
  canLinkSpeaker: testsOf('speakers/speaker-editing'),
  isTrusted: testsOf('coverage/coverage'),
  canAttend: testsOf('attendance/event-invitations'),
  canPlan: 'src/features/programme/saved-talks.test.ts',
  // Asked by pages alone: what they would let somebody do is refused by constraints or in SQL.
  isSpeaker: 'src/features/claims/speaker-claims.test.ts',
  canClaimSpeaker: 'src/features/claims/speaker-claims.test.ts',
  canEditSeries: 'src/features/series/series.test.ts',
}

/** Every exported rule says yes to everybody. */
async function rules(): Promise<Mutant[]> {
  const mutants: Mutant[] = []
  for await (const file of glob('src/features/**/*.rules.ts')) {
    const source = await readFile(file, 'utf8')
    // A text that such a file exports is no rule.
    for (const [text, name = ''] of source.matchAll(/^export const (\w+) =(?= [^'])/gm)) {
      mutants.push({
        file,
        what: `${name} is always true`,
        source: source.replace(text, `export const ${name} = () => true\nconst was_${name} =`),
        tests: [testsOfRule[name] ?? rights],
      })
    }
  }
  return mutants
}

/** No handler asks its rule any more before it goes on, one after the other. */
async function questions(): Promise<Mutant[]> {
  const mutants: Mutant[] = []
  for await (const file of glob('src/features/**/*.api.ts')) {
    const source = await readFile(file, 'utf8')
    for (const { 0: text, 1: rule = '', index } of source.matchAll(
      /^ +if \(.*!(can\w+)\(.*FORBIDDEN\(\)$/gm,
    )) {
      const noun = path
        .basename(file, '.api.ts')
        .replace(/-editing$/, 's')
        .replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
      const asking = [...source.slice(0, index).matchAll(/^(?:export )?(?:async function|const) (\w+)/gm)].at(
        -1,
      )
      mutants.push({
        file,
        what: `${noun}.${asking?.[1]} does not ask ${rule}`,
        source: source.slice(0, index) + source.slice(index + text.length),
        ...(testsOfRule[rule] ? { tests: [testsOfRule[rule]] } : { tests: [rights], only: `${noun}\\.` }),
      })
    }
  }
  return mutants
}

/** What is one's own: the filters by the person who asks, and who that is. */
const filters: Filters = {
  'platform/procedures/procedure.ts': {
    tests: [rights, 'platform/procedures/procedure.db.test.ts'],
    gone: [
      [
        'a change is no transaction',
        'context.db.transaction(async (tx: Database) => next({ context: { db: tx, tx } }))',
        'next({ context: { db: context.db, tx: context.db } })',
      ],
      ['signedIn lets visitors in', 'if (!context.viewer)', 'if (!context)'],
      ['adminOnly lets members in', 'if (!context.viewer.isAdmin)', 'if (!context)'],
    ],
  },
  'server/accounts/viewer.ts': {
    tests: [rights, 'server/accounts/auth.db.test.ts', 'server/accounts/access-tokens.db.test.ts'],
    gone: [
      ['the viewer is anybody', `where token = \${token}`],
      ['the role is that of anybody', "user_id = profiles.id and role = 'admin'", "role = 'admin'"],
      ["the unread count is everybody's", 'user_id = profiles.id and read_at', 'read_at'],
      [
        'everybody is an admin',
        "exists (select from user_roles where user_id = profiles.id and role = 'admin')",
        'true',
      ],
      ['a token that has expired reads', ' and access_tokens.expires_at > now()'],
      [
        'the token of a suspended member reads',
        'join profiles on profiles.id = access_tokens.user_id',
        'join all_profiles as profiles on profiles.id = access_tokens.user_id',
      ],
      ['the token of an administrator is one', 'false as "isAdmin"', 'true as "isAdmin"'],
      ['each read with a token writes', 'if (is_due)', 'if (token_id)'],
    ],
  },
  'server/http/requests.ts': {
    tests: ['server/accounts/closed-endpoints.db.test.ts', 'server/accounts/access-tokens.db.test.ts'],
    gone: [
      ['a page without TLS may write', 'origin === `', "origin?.replace('http:', siteProtocol) === `"],
      ['an access token opens pages’ calls', 'token && isPublicApi(c.req.path)', 'token'],
    ],
  },
  'server/http/api-routes.ts': {
    tests: ['server/accounts/closed-endpoints.db.test.ts', rights],
    gone: [
      ['HEAD runs procedures', ": ['GET', 'POST']", ": ['GET', 'POST', 'HEAD']"],
      ['an access token writes', "route.method === 'GET' && "],
      ['an access token reads what opens the account', ' && !meta.needsSession'],
      [
        'a token of a programme does all',
        ' || viewer.tokenScope === scope',
        " || viewer.tokenScope === 'programme'",
      ],
    ],
  },
  'platform/env.ts': {
    tests: ['platform/env.test.ts'],
    gone: [['samples and mailbox on any HOST', ' && isLoopback(env.HOST)']],
  },
  'platform/client-address.ts': {
    tests: ['platform/client-address.test.ts'],
    gone: [
      ['an IPv6 network is many addresses', '.slice(0, 4)'],
      [
        'a name that begins with 127 is this machine',
        "hostname.toLowerCase() === 'localhost'",
        '/^127|localhost/.test(hostname)',
      ],
      ['what a proxy forwards is made here', ' && !isForwarded'],
      [
        'what stands before the unreadable counts',
        'if (address === undefined) return own',
        'if (address === undefined) continue',
      ],
    ],
  },
  'server/accounts/auth.ts': {
    tests: ['server/accounts/closed-endpoints.db.test.ts', 'server/accounts/auth.db.test.ts'],
    only: 'session cookie|is not there',
    gone: [
      ['update-user is open', "  '/get-session',", "  '/get-session', '/update-user',"],
      ['a cookie needs no signature', ' && timingSafeEqual(givenSignature, own)'],
    ],
  },
  'server/accounts/account-guard.ts': {
    tests: ['server/accounts/closed-endpoints.db.test.ts', 'server/accounts/auth.db.test.ts'],
    only: 'session cookie|no answer leads|has an account',
    gone: [
      ['sessions have no end', 'Date.now() - session.createdAt.getTime() > maxSessionMs', 'false'],
      ['redirects lead anywhere', 'value !== undefined && localPath(value) !== value', 'false'],
      ['an unspent code tells of an account', 'await holdCode(', 'void holdCode.bind('],
    ],
  },
  'server/accounts/address-change.ts': {
    tests: ['server/accounts/address-change.db.test.ts'],
    gone: [['an address with an account is given away', 'isTaken ? undefined : newToken', 'newToken']],
  },
  'server/accounts/confirmation.ts': {
    tests: ['tests/links-of-mails.db.test.ts'],
    gone: [['opening a link confirms', "app.post('/auth/confirm'", "app.all('/auth/confirm'"]],
  },
  'server/accounts/identity.ts': {
    tests: ['server/accounts/address-change.db.test.ts'],
    gone: [['a code changes the address twice', ' && !(await isCodeUsed(db, userId, plainCode))']],
  },
  'platform/rate-limits.ts': {
    tests: ['platform/rate-limits.db.test.ts'],
    gone: [
      [
        'what a limit refuses counts in the next',
        'if (row && row.wait > 0) return row.wait\n  }\n  return 0',
        'var wait = Math.max(wait ?? 0, row?.wait ?? 0)\n  }\n  return wait ?? 0',
      ],
      ['a network of IPv6 is as many addresses as it has', '...networksAround(address)', '...[].concat([])'],
    ],
  },
  'src/features/invitations/invitation-codes.server.ts': {
    tests: ['platform/rate-limits.db.test.ts'],
    gone: [['others keep out who has a right code', 'if (!isValid) return', 'return']],
  },
  'platform/compose-mail.ts': {
    tests: ['platform/compose-mail.test.ts'],
    gone: [
      ['texts of members are links in mail', 'lines.map(withoutLinks)', 'lines'],
      ['subjects are links in mail', 'withoutLinks(oneLine(subject))', 'oneLine(subject)'],
    ],
  },
  'server/pages/page-key.ts': {
    tests: ['server/pages/page-key.test.ts'],
    gone: [['any parameter makes a page', 'names?.has(name) && ']],
  },
  'server/pages/page-routes.ts': {
    tests: ['server/pages/page-routes.test.ts'],
    gone: [['a page with a token is kept', 'if (!renderedPage.hasToken) return', 'return']],
  },
  'platform/fetch-safely.ts': {
    tests: ['platform/fetch-safely.test.ts'],
    gone: [['an answer that is cut off is complete', 'signal.throwIfAborted()']],
  },
  'src/lib/fields.ts': {
    tests: ['src/lib/fields.test.ts'],
    gone: [
      ['letters of two alphabets look like one name', '.length < 2)', '.length < 9)'],
      ['invisible signs make a name of another', '!hiddenSign.test(cleanText(value)) &&'],
    ],
  },
  'server/http/one-host.ts': {
    tests: ['server/http/one-host.test.ts'],
    gone: [['a request names several hosts', '?? 0) < 2', '?? 0) < 9']],
  },
  'platform/log.ts': {
    tests: ['platform/log.test.ts'],
    gone: [['a token at an encoded address is logged', "decoded.includes('%')", 'false']],
  },
  'src/features/events/event-moves.server.ts': {
    tests: [testsOf('events/event-moves')],
    gone: [['each move is a message', 'await withdraw(tx, replaceKey, originalState.began_at)', '']],
  },
  'src/features/notifications/notifications.server.ts': {
    tests: [testsOf('notifications/notifications')],
    gone: [
      ['one sender may write to one person without limit', `count(*) filter (where \${isOfSender})`, '0'],
      ['one person gets mail without limit', ` and count(*) < \${serverLimits.notificationMailsPerDay}`],
      ['one sender writes to any number of people', '(select has_mail from sender)', 'true'],
      ['decisions of administrators are limited', "from === 'site' || !from.isAdmin", 'true'],
      [
        'the list grows without limit',
        `cardinality(recent_ids) >= \${serverLimits.noticesFromOneSenderPerDay}`,
        'false',
      ],
    ],
  },
  'src/features/events/speaking-confirmations.server.ts': {
    tests: [testsOf('events/speaking')],
    gone: [['a speaker need not confirm', ' and confirmation.is_confirmed']],
  },
  'src/features/claims/event-handovers.api.ts': {
    tests: [testsOf('claims/event-handovers')],
    gone: [
      [
        'anybody answers an offer',
        'and(eq(event_handovers.event_id, event_id), eq(event_handovers.to_id, viewer.id))',
        'eq(event_handovers.event_id, event_id)',
      ],
      ['editions of others are handed over', 'edition.created_by !== from_id || '],
    ],
  },
  'src/features/events/confirmed-editions.server.ts': {
    tests: ['tests/confirmed-editions.db.test.ts', testsOf('series/joining')],
    gone: [
      ['a name is a place', `\${event}.confirmation = 'listing' or`, 'true or'],
      [
        'an edition is confirmed by its lister',
        `in ('listing', 'series'), false)`,
        `is distinct from 'x', false)`,
      ],
      ['co-organisers own editions', `and events.created_by = \${userId}::uuid and`, 'and'],
      ['one of several owners is the only one', `edition.created_by <> \${userId}::uuid`, 'false'],
      ['who listed later confirms', ' and earlier.created_at < event.created_at'],
      ['who squats on a name confirms', 'older.created_by is distinct from earlier.created_by', 'false'],
      ['any other conference is confirmed', `and earlier.id = \${relatedTo(sql\`event\`)}`, ''],
      ['what was dismissed is confirmed', 'where not is_dismissed and event_ids', 'where event_ids'],
      ['a renamed import is trusted', "and confirmation = 'listing'`)", 'and false`)'],
      [
        'who owns an edition takes over what the site joined',
        `where reason = \${unaskedReason} and`,
        'where false and',
      ],
      ['an undo makes a trusted listing', 'viewer.isAdmin ? [] :', 'true ? [] :'],
    ],
  },
  'src/features/change-log/undo.ts': {
    tests: [testsOf('change-log/undo'), testsOf('sources/sync-source')],
    gone: [
      [
        'an undo writes over a later edit',
        'names.includes(name) && !isEqual(current[name], after![name])',
        'false',
      ],
      ['what goes together is restored alone', ': laterNames.includes(name)', ': false'],
    ],
  },
  'src/features/change-log/undo.server.ts': {
    tests: [
      ...['tests/confirmed-editions.db.test.ts', testsOf('change-log/undo'), testsOf('series/series')],
      testsOf('speakers/speaker-merging'),
    ],
    gone: [
      [
        'a history does not show the undo of a merge of speakers',
        "table === 'all_speakers' && ",
        'false && ',
      ],
      ['who stopped following follows again', "moved.table_name = 'follows' and", 'false and'],
      ['a confirmation returns without its series', 'hasCompany(column.name) ? ', 'false ? '],
      ['what the same transaction did is a later change', ' and at > (select at', ' and at >= (select at'],
    ],
  },
  'src/lib/text.ts': {
    tests: ['tests/equal-signs.db.test.ts'],
    gone: [['an apostrophe or a hyphen parts a word', "folded.replace(/['-]/g, '')", 'folded']],
  },
  'src/features/events/event-checks.server.ts': {
    tests: [testsOf('events/event-checks')],
    gone: [
      ['a check of other days counts', 'where said.checked_at >= coalesce(', "where 'infinity' >= coalesce("],
      ['a suspended member checks', ' and (select true from profiles where id = user_id)', ''],
      ['what was just listed is asked about', 'and created_at < now()', 'or created_at < now()'],
      ['all who attend are asked at once', 'else place + coalesce(count, 0) <= ', 'else 0 <= '],
      ['more are asked though one answers', 'when 0 then place = 1', 'when 9 then place = 1'],
      [
        'who never answers is asked first',
        'order by reluctance, questions',
        'order by reluctance desc, questions',
      ],
      ['somebody is asked each minute', 'where number <= ', 'where 0 <= '],
    ],
  },
  'src/features/series/series-changes.server.ts': {
    tests: ['tests/confirmed-editions.db.test.ts', testsOf('series/series')],
    gone: [
      ['what members do is in the record of administrators', 'viewer?.isAdmin || ', 'true || '],
      ['a co-organiser confirms', '!viewer.isAdmin && previous.created_by !== viewer.id', 'false'],
      [
        'an undo leaves an empty series that was renamed',
        "and table_name = 'series' and action = 'added'",
        'and false',
      ],
    ],
  },
  'src/features/series/suspend-members.server.ts': {
    tests: ['tests/confirmed-editions.db.test.ts'],
    gone: [
      [
        'a suspended member has changed series',
        `sql\`select user_id from suspensions where root_id = \${suspension.id}::uuid\``,
        'sql`select null::uuid`',
      ],
    ],
  },
  'src/features/follows/notify-followers.server.ts': {
    tests: ['tests/confirmed-editions.db.test.ts'],
    gone: [
      ['unconfirmed editions are mailed', ` and \${isConfirmed()}`],
      ['each edition is a message', "interval '1 day'", "interval '0 days'"],
      [
        'mails of a member are of the site',
        'from: isOfOne ? { id: created_by, isAdmin: is_by_admin } : ',
        'from: ',
      ],
    ],
  },
  'src/features/series/series.api.ts': {
    tests: ['tests/confirmed-editions.db.test.ts'],
    gone: [
      [
        'any member confirms',
        'if (!(await mayConfirm(tx, viewer, { earlier: earlier_id, event: event_id }))) throw errors.FORBIDDEN()',
      ],
      ['any member takes an edition out', '!canDeleteEvent(viewer, event) &&', 'false &&'],
      [
        'a co-organiser takes an edition away',
        '(event.series_id ? canDeleteEvent : canEditEvent)',
        'canEditEvent',
      ],
      ['a co-organiser adds a confirmed edition', '[{ ...event, isUnconfirmed }]', '[event]'],
      ['who has no edition adds one', 'if (isUnconfirmed && !', 'if (false && !'],
      [
        'one of several owners merges',
        '((await canEdit(tx, viewer, target)) && ',
        '((await canEdit(tx, viewer, target)) || ',
      ],
    ],
  },
  'src/features/events/event-merging.server.ts': {
    tests: [testsOf('events/event-merging')],
    gone: [
      ['a merge shows who is unlisted', "    when 'unlisted' in (one, two) then 'unlisted'\n"],
      [
        'the owner of a merged conference loses it',
        'survivor.created_by ?? removed.created_by',
        'survivor.created_by',
      ],
    ],
  },
  'src/features/events/event-merging.api.ts': {
    tests: [testsOf('events/event-merging')],
    gone: [['a merge during an import', 'if (running.length > 0) throw errors.CONFLICT()\n']],
  },
  'src/features/sources/sync-source.server.ts': {
    tests: [testsOf('sources/sync-source')],
    gone: [
      ['a source confirms another site', 'if (isSameSite(event.website, values.website)) await', 'await'],
    ],
  },
  'src/features/series/series-proposals.server.ts': {
    tests: ['tests/confirmed-editions.db.test.ts', testsOf('series/joining')],
    gone: [
      [
        'what a member owns joins without a person',
        'and created_by is not null and not has_role',
        'and false and has_role',
      ],
      ['what was dismissed joins again', 'having count(*) > 1 and', 'having false and'],
      ['what was undone joins again', ' and undone_by is not null', ' and false'],
      ['what is less sure joins without a person', `score >= \${sureScore}`, 'score >= 0'],
      [
        'a proposal takes unconfirmed editions along',
        'withUnconfirmed ? proposedRows',
        'true ? proposedRows',
      ],
    ],
  },
  'src/features/attendance/attendance.api.ts': {
    tests: [testsOf('attendance/attendance'), testsOf('attendance/event-invitations')],
    gone: [
      ["attendance.mine is anybody's", 'user_id = profiles.id and '],
      ['attendance.attending is of others', `user_id = \${viewer.id}::uuid and `],
    ],
  },
  'src/features/attendance/attendance.server.ts': {
    tests: [testsOf('attendance/attendance'), testsOf('attendance/event-invitations')],
    gone: [['an invitation is answered for others', 'eq(user_id, userId), ']],
  },
  'src/features/attendance/attendees.server.ts': {
    tests: [testsOf('attendance/attendance'), 'tests/visibility-of-attendance.db.test.ts'],
    gone: [
      [
        'the list has attendees of every visibility',
        `from \${visibleTo(viewer)} as attendance\n      where attendance.event_id`,
        'from user_events as attendance\n      where is_attending and attendance.event_id',
      ],
      [
        'events that both attend are of every visibility',
        `select event_id from \${visibleTo(viewer)} as shared where`,
        'select event_id from user_events as shared where is_attending and',
      ],
      [
        'a profile has events of every visibility',
        `from \${visibleTo(viewer)} as attendance join events`,
        'from user_events as attendance join events',
      ],
    ],
  },
  'src/features/programme/agenda.api.ts': {
    tests: [testsOf('programme/agenda')],
    gone: [
      [
        'of whom a member follows those are named who go unlisted',
        `join \${visibleTo({ id: userId })} as visible on`,
        'join (select * from user_events where is_attending) as visible on',
      ],
    ],
  },
  'src/lib/load.ts': {
    tests: ['src/lib/load.test.ts'],
    gone: [
      [
        'what is missing or refused has a fallback',
        '    if (!isOutage) throw error\n    return fallback',
        '    return fallback',
      ],
    ],
  },
  'src/lib/use-action.ts': {
    tests: ['src/lib/use-action.test.ts'],
    gone: [['a refusal for too many requests loads the page again', ' && error.status !== 429']],
  },
  'src/features/sources/reading/read-page.server.ts': {
    tests: ['src/features/sources/reading/read-page.test.ts'],
    gone: [['a page’s own format is lost to its place', 'values.format ?? place?.format', 'place?.format']],
  },
  'server/pages/site.ts': {
    tests: ['tests/statements-of-pages.db.test.ts', 'server/pages/site.test.ts'],
    gone: [
      ['a page without one of its parts is cached', 'page.failureStatus ? [] : ', ''],
      ['members get what visitors share', " || (isSameFor === 'visitors' && context.viewer)", ''],
    ],
  },
  'src/features/claims/event-claims.api.ts': {
    tests: [
      testsOf('claims/claims'),
      testsOf('claims/event-takeovers'),
      'tests/confirmed-editions.db.test.ts',
    ],
    gone: [
      ["eventClaims.mine is anybody's", ', eq(event_claims.user_id, viewer.id)'],
      ['anybody takes over a conference', ` and earlier.created_by = \${viewerId}::uuid`],
      ['a conference with an owner is taken over', 'later.created_by is null and '],
      [
        'where another edition has another owner it is taken over',
        ` and \${isOnlyOwnerOf(viewerId, sql\`later.series_id\`)}`,
      ],
      [
        'a claim of somebody else is passed over',
        `status = 'pending' and user_id <> \${viewerId}::uuid`,
        'false',
      ],
    ],
  },
  'src/features/attendance/event-invitations.api.ts': {
    tests: [testsOf('attendance/event-invitations')],
    gone: [
      [
        'an inviter sees who accepted and goes unlisted',
        `select from \${visibleTo(viewer)} as visible where visible.user_id = profiles.id and`,
        `select from user_events as visible where is_attending and visible.user_id = profiles.id and`,
      ],
      [
        'an inviter is told of who goes unlisted',
        `select from \${visibleTo(viewer)} as visible where visible.user_id = \${user_id}::uuid`,
        `select from user_events as visible where is_attending and visible.user_id = \${user_id}::uuid`,
      ],
      ["eventInvitations.mine is anybody's", `user_id = \${viewer.id}::uuid and `],
    ],
  },
  'src/features/invitations/invitations.api.ts': {
    tests: [testsOf('invitations/invitations')],
    gone: [
      ["invitations.list is everybody's", `sql\`code.created_by = \${viewer.id}::uuid\``, 'sql`true`'],
      ['codes have no limit', 'if (left === 0) throw errors.FORBIDDEN({ message: allCreated(limit) })'],
    ],
  },
  'src/features/people/account.api.ts': {
    tests: [testsOf('people/account')],
    gone: [
      ["account.remove asks for anybody's name", '.where(eq(profiles.id, viewer.id))\n        .for', '.for'],
    ],
  },
  'src/features/people/delete-account.server.ts': {
    tests: [testsOf('people/account'), 'tests/confirmed-editions.db.test.ts'],
    gone: [
      [
        "account.remove takes everybody's links",
        `social_links where speaker_id in (select id from all_speakers where user_id = \${id}::uuid)`,
        'social_links where speaker_id in (select id from all_speakers)',
      ],
      ['a deleted account stays in the trail', '    await anonymizeAuditTrail(tx, id, name)\n'],
      [
        'a deleted account stays in the log of changes',
        "changed_rows where key ? 'user_id' and",
        'changed_rows where false and',
      ],
      ['a deleted account stays in the limits', '    await deleteCountsOf(tx, { id, email })\n'],
      ['account.remove makes all anonymous', `      where user_id = \${id}::uuid\``, '`'],
      ['account.remove takes all profiles', `from all_profiles where id = \${id}::uuid`, 'from all_profiles'],
      ['account.remove takes all accounts', '.where(eq(user.id, id))'],
    ],
  },
  'src/features/administration/suspensions.server.ts': {
    tests: [testsOf('administration/suspensions')],
    gone: [
      ['a branch takes administrators', ` and used_by not in \${admins}`],
      ['a restoration takes everybody', ` where root_id = \${id}::uuid or user_id = \${id}::uuid`],
    ],
  },
  'src/features/administration/members.api.ts': {
    tests: [testsOf('administration/suspensions')],
    gone: [
      ['a member is signed out for all', ` where user_id = \${user_id}::uuid returning 1`, ' returning 1'],
    ],
  },
  'src/features/notifications/notifications.api.ts': {
    tests: [testsOf('notifications/notifications')],
    gone: [
      ["notifications are everybody's", 'eq(notifications.user_id, viewer.id)', 'sql`true`'],
      [
        "notifications.muted is everybody's",
        `where user_id = \${viewer.id}::uuid order by kind`,
        'order by kind',
      ],
      ['notifications.mute unmutes for all', '            eq(muted_notifications.user_id, viewer.id),\n'],
    ],
  },
  'src/features/people/people.api.ts': {
    tests: [testsOf('people/profile')],
    gone: [
      [
        "people.mine is anybody's",
        'db.select().from(profiles).where(eq(profiles.id, viewer.id))',
        'db.select().from(profiles)',
      ],
      ['people.update writes all profiles', 'set(input).where(eq(profiles.id, viewer.id))', 'set(input)'],
      ['one limit of updates for all', 'profileLimit(viewer.id)', "profileLimit('')"],
    ],
  },
  'src/features/programme/recommendations.api.ts': {
    tests: [testsOf('programme/recommendations')],
    gone: [
      ['interests of who attends anything', `user_id = \${me} and is_attending)`, 'is_attending)'],
      ['interests of who saved anything', `where user_id = \${me} limit`, 'limit'],
      ['interests of who follows anything', `follows.topic_id where user_id = \${me}`, 'follows.topic_id'],
      ['what is attended is recommended', ' and event_id not in (select event_id from attended)'],
    ],
  },
  'src/features/programme/programme.server.ts': {
    tests: [testsOf('programme/saved-talks')],
    gone: [["savedTalks.list is everybody's", `user_saved_talks.user_id = \${userId}::uuid and `]],
  },
  'src/features/programme-import/syncs/programme-syncs.api.ts': {
    tests: [testsOf('programme-import/syncs/push'), rights],
    gone: [
      ['a token pushes to any conference', 'viewer.tokenEventId && viewer.tokenEventId !== id', 'false'],
      ['an administrator pushes', 'viewer: { ...viewer, isAdmin: false }', 'viewer'],
    ],
  },
  'src/features/programme-import/syncs/programme-syncs.server.ts': {
    tests: [testsOf('programme-import/syncs/push')],
    gone: [
      ['an unchanged push becomes the source', 'if (!isPushed) await', 'await'],
      ['a push takes over what runs', 'leavesRunning && ', 'false && '],
      ['two pushes write what was compared before', 'readAt && ', 'false && '],
    ],
  },
  'src/features/access-tokens/access-tokens.api.ts': {
    tests: ['server/accounts/access-tokens.db.test.ts', 'tests/secrets.db.test.ts'],
    gone: [
      ['tokens of others are revoked', ', eq(access_tokens.user_id, viewer.id)'],
      ['the tokens of all are listed', `where user_id = \${viewer.id}::uuid `],
      ['conferences of others are offered', `\${isOrganisedBy(viewer.id)} and `],
    ],
  },
  'src/features/programme/saved-talks.api.ts': {
    tests: [testsOf('programme/saved-talks')],
    gone: [['savedTalks.remove is for all', 'eq(user_saved_talks.user_id, viewer.id),']],
  },
  'src/features/claims/speaker-claims.api.ts': {
    tests: [testsOf('claims/claims'), testsOf('claims/speaker-claims')],
    gone: [
      ["speakerClaims.mine is anybody's", ` and user_id = \${viewer.id}\n`, '\n'],
      ["the linked profile is anybody's", `user_id = \${viewer.id})`, 'user_id is not null limit 1)'],
      ["the claimed profile is anybody's", `speaker_claims.user_id = \${viewer.id} and `],
      ['one who is linked keeps all from it', '.where(eq(speakers.user_id, viewer.id))'],
    ],
  },
}

function problemOf(times: number): string | undefined {
  if (times === 1) return undefined
  return times === 0
    ? 'is not found: change `from` in bench/prove/mutant-list.ts as the code has changed'
    : `is found ${times} times: make \`from\` longer in bench/prove/mutant-list.ts`
}

const withoutFilters = () =>
  Promise.all(
    [filters, ...guards].flatMap(Object.entries<Filters[string]>).flatMap(([file, { tests, only, gone }]) =>
      gone.map(async ([what, from, to = '']): Promise<Mutant> => {
        const parts = (await readFile(file, 'utf8')).split(from)
        return { file, what, source: parts.join(to), problem: problemOf(parts.length - 1), tests, only }
      }),
    ),
  )
/** The project without one of its rules, for each of them. */
export const allMutants = async (): Promise<Mutant[]> => [
  ...(await rules()),
  ...(await questions()),
  ...(await withoutFilters()),
]
