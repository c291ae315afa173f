import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { adminChange, adminOnly, get, post } from '#platform/procedures/procedure.ts'
import { cityRenaming, unknownCity } from './city-names.schemas.ts'
import { readUnknownCities, renameCity } from './city-names.server.ts'

const unknown = adminOnly
  .route(get('/managed/cities/unknown', 'Cities of conferences that are not known, each with what it may be'))
  .meta({ failure: 'Failed to fetch places' })
  .output(z.object({ cities: z.array(unknownCity), total: z.number().int() }))
  .handler(({ context: { db } }) => readUnknownCities(db))

const rename = adminChange
  .meta({ isUndoable: true })
  .route(post('/managed/cities/rename', 'Rename a city for all its conferences'))
  .errors({ NOT_FOUND: { message: 'No conference takes place there any more' } })
  .input(cityRenaming)
  .output(z.object({ change_id: z.number().int(), event_count: z.number().int() }))
  .handler(async ({ context: { tx, viewer }, input, errors }) => {
    const renamed = await renameCity(tx, viewer, input)
    if (!renamed) throw errors.NOT_FOUND()
    await recordAdminAction(tx, viewer, {
      action: 'city_renamed',
      subject: input.new_city,
      path: `/cities/${encodeURIComponent(input.new_city)}`,
      before: { name: input.city },
      after: { name: input.new_city, conferences: renamed.event_count },
    })
    return renamed
  })

export const cityNamesApi = { unknown, rename }
