import { openEmbedded } from '#platform/database/embedded/embedded.ts'

// Opens the folder, prints "open", then inserts rows and prints each id once the insert is acknowledged.
const { pg } = await openEmbedded(process.argv[2]!)
process.stdout.write('open\n')
await pg.exec(
  'create table if not exists marks (id bigint generated always as identity primary key, filler text)',
)
for (let round = 1; ; round += 1) {
  const { rows } = await pg.query<{ id: number }>(
    'insert into marks (filler) values (repeat($1, $2)) returning id',
    ['x', Math.floor(Math.random() * 2000)],
  )
  process.stdout.write(`${rows[0]!.id}\n`)
  if (round % 10 === 0) await pg.query('update marks set filler = $1 where id % 7 = 0', [`round ${round}`])
  if (round % 150 === 0) await pg.exec('checkpoint')
}
