import { z } from 'zod'
import { post, signedIn } from '#platform/procedures/procedure.ts'
import { consume, pictureLimit, tooMany } from '#platform/rate-limits.ts'
import { limits } from '#src/limits.ts'
import { tooLarge, unreadable } from './picture.ts'
import { encodePicture, savePicture } from './pictures.server.ts'

const upload = signedIn
  .route({
    ...post(
      '/pictures',
      'Upload a picture; the path in the answer is saved with a profile, a speaker or a conference',
    ),
    successStatus: 201,
  })
  .meta({ failure: 'Failed to upload the picture' })
  .errors({
    PAYLOAD_TOO_LARGE: { message: tooLarge },
    UNREADABLE: { status: 422, message: unreadable },
    TOO_MANY_REQUESTS: { message: 'Too many attempts. Please wait before trying again.' },
  })
  .input(z.object({ file: z.file(), shape: z.enum(['photo', 'logo']).default('photo') }))
  .output(z.object({ path: z.string() }))
  .handler(async ({ context: { db, viewer }, input: { file, shape }, errors }) => {
    if (file.size > limits.pictureFile) throw errors.PAYLOAD_TOO_LARGE()
    const waitSeconds = await consume(db, pictureLimit(viewer.id))
    if (waitSeconds > 0) throw errors.TOO_MANY_REQUESTS({ message: tooMany(waitSeconds) })
    const squares = await encodePicture(new Uint8Array(await file.arrayBuffer()), shape)
    if (!squares) throw errors.UNREADABLE()
    return { path: await savePicture(db, viewer, squares) }
  })

export const picturesApi = { upload }
