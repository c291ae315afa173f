import { openAsBlob } from 'node:fs'

/** The empty embedded database that the build makes: initdb takes three times as long. */
export const builtArchive = () => openAsBlob('dist/host/empty-database.tar.gz', { type: 'application/gzip' })
