import { lockFolder } from '#platform/database/embedded/lock.ts'

// Locks the folder, prints "open", and stays.
lockFolder(process.argv[2]!)
process.stdout.write('open\n')
setInterval(() => {}, 60_000)
