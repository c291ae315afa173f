import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server'

/** The entry of the site's server part: whole pages as one string, since every loader has its data before rendering. */
export default { fetch: createStartHandler(defaultRenderHandler) }
