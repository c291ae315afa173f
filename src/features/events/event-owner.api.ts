import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { personCard } from '#features/people/people.schemas.ts'
import { profiles } from '#features/people/people.tables.ts'
import { personColumns } from '#features/people/person-card.server.ts'
import { adminChange, put } from '#platform/procedures/procedure.ts'
import { lockEvent } from './event-editing.server.ts'
import { changeOwner } from './event-owner.server.ts'

const change = adminChange
  .route(put('/events/{event_id}/owner', 'Change or remove the owner of a conference'))
  .errors({
    NOT_FOUND: { message: 'Conference not found' },
    UNKNOWN_USER: { status: 404, message: 'Unknown user' },
  })
  .input(z.object({ event_id: z.uuid(), owner_id: z.uuid().nullable() }))
  .output(personCard.nullable())
  .handler(async ({ context: { tx, site, viewer }, input: { event_id, owner_id }, errors }) => {
    // Lock order everywhere: people, then the event. Deleting an account starts with the person.
    const [owner] = owner_id
      ? await tx.select(personColumns).from(profiles).where(eq(profiles.id, owner_id)).for('key share')
      : []
    if (owner_id && !owner) throw errors.UNKNOWN_USER()
    const event = await lockEvent(tx, event_id)
    if (!event) throw errors.NOT_FOUND()
    if (event.created_by !== owner_id) {
      await changeOwner(tx, site, { from: viewer, event, owner: owner ?? null, exceptIds: [viewer.id] })
      await recordAdminAction(tx, viewer, {
        action: 'event_owner_changed',
        subject: event.name,
        path: `/conferences/${event.slug}`,
        before: { owner: event.created_by },
        after: { owner: owner_id, name: owner?.full_name },
      })
    }
    return owner ?? null
  })

export const eventOwnerApi = { changeOwner: change }
