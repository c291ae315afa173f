import { lockFolder } from '#platform/database/embedded/lock.ts'

// Locks the folder, prints "open", and stays. The lock is held as long as somebody can release it.
process.on('exit', lockFolder(process.argv[2]!))
process.stdout.write('open\n')
setInterval(() => {}, 60_000)
