import { openAsBlob } from 'node:fs'

/** The empty, migrated embedded database that the build makes. */
export const builtArchive = () => openAsBlob('dist/host/empty-database.tar.gz', { type: 'application/gzip' })
