import type { Topic } from './topics.ts'

export type TourTalk = { title: string; about?: string; by: string[]; on: Topic[] }

/** Talks that their speakers give at several conferences. */
export const repertoire: TourTalk[] = [
  {
    title: 'The page that weighs nothing',
    about: 'Nine kilobytes, one picture, no excuses. A live diet for a page that the audience brings.',
    by: ['Thandeka Vlei'],
    on: ['Performance', 'JavaScript'],
  },
  {
    title: 'Long words, small cards',
    about:
      'German has a word for the feeling when your card component meets a German word. We look at hyphenation, wrapping, truncation and the honest alternative: a taller card.',
    by: ['Liselotte Krähwinkel'],
    on: ['CSS', 'Design'],
  },
  {
    title: 'What the screen reader said next',
    about: 'Twenty minutes of listening. No slides; the lights are off, as they are for many of us.',
    by: ['Eleni Thalassinou'],
    on: ['Accessibility', 'Design'],
  },
  {
    title: 'One switch, many doors',
    about:
      'Navigating the web with a single switch, live, with the pages that the audience votes for. Some of them will be yours.',
    by: ['Rasmus Højbjerg-Lind'],
    on: ['Accessibility', 'JavaScript'],
  },
  {
    title: 'Tests you can read aloud',
    about: 'If you can’t say it, you can’t mean it. A dozen tests, before and after.',
    by: ['Priya Ravensworth'],
    on: ['Testing', 'JavaScript'],
  },
  {
    title: 'The empty list and other visitors',
    about:
      'Property-based testing begins with a question that nobody asked in the meeting. This talk brings a bag of them: the empty list, the name with one letter, the thirtieth of February, the user who presses the button twice and means it both times. We write properties together and let the machine find the counterexample that is small enough to be embarrassing.',
    by: ['Dorottya Szarvas'],
    on: ['Testing', 'Python'],
  },
  {
    title: 'Borrowing a crane',
    about: 'Ownership when the object weighs forty tonnes.',
    by: ['Joost van der Kade'],
    on: ['Rust', 'Systems'],
  },
  {
    title: 'Unsafe, and how we said so',
    about:
      'Eleven unsafe blocks, the comment above each of them, and the review in which half of them went away.',
    by: ['Aino Järvenkylä', 'Joost van der Kade'],
    on: ['Rust', 'Systems'],
  },
  {
    title: 'Ten years on one battery',
    about: 'Doing less is a programming technique.',
    by: ['Väinö Saarelma'],
    on: ['Systems', 'Performance'],
  },
  {
    title: 'Indexes you can read',
    about: 'What a plan says when you listen to it, and what it leaves out.',
    by: ['Mira Example'],
    on: ['Databases', 'Postgres'],
  },
  {
    title: 'Build a planner before lunch',
    about: 'From a parsed query to a plan with costs, in a hundred lines that you write yourself.',
    by: ['Noor Specimen'],
    on: ['Databases'],
  },
  {
    title: 'Reading the timetable: what a railway knows about joins',
    about:
      'Connections, waiting times and missed trains turn out to be an excellent introduction to join algorithms.',
    by: ['Noor Specimen'],
    on: ['Databases', 'Data Engineering'],
  },
  {
    title: 'A log is enough',
    about: 'From append to answer in one structure.',
    by: ['Tomas Muster'],
    on: ['Databases', 'Systems'],
  },
  {
    title: 'Time zones without tears',
    about: 'Days, instants and the difference.',
    by: ['Jo Muster'],
    on: ['Databases', 'API'],
  },
  {
    title: 'Cold data, warm hands',
    about: 'Tiering for people who hate tiering.',
    by: ['Ines Sample'],
    on: ['Databases', 'Cloud'],
  },
  {
    title: 'Errors that help',
    about: 'A tour of forty error messages, sorted by how the reader felt afterwards.',
    by: ['Zofia Wrzosek'],
    on: ['API', 'Documentation'],
  },
  {
    title: 'The long goodbye',
    about:
      'How to retire an endpoint that someone calls every night at three, without waking them or yourself.',
    by: ['Zofia Wrzosek', 'Călin Brădescu'],
    on: ['API', 'Go'],
  },
  { title: 'A service in one file', by: ['Arjun Neelavar'], on: ['Go', 'API'] },
  {
    title: 'Receipts without a network',
    about: 'What to promise when the tower is down.',
    by: ['Wanjiru Kamaudi'],
    on: ['API', 'Mobile', 'Cloud'],
  },
  {
    title: 'Gateways have feelings',
    about: 'They are called teams.',
    by: ['Sudha Rangapuram'],
    on: ['API', 'Cloud'],
  },
  {
    title: 'A forecast for every release',
    about:
      'We release the weather service four hundred times a year. Here is the chart of how that went, and the three storms in it.',
    by: ['Aroha Tikapa'],
    on: ['DevOps', 'CI/CD', 'Testing'],
  },
  {
    title: 'Friday, half past four',
    about: 'In defence of small deployments.',
    by: ['Fergus Tollcross'],
    on: ['DevOps', 'Cloud'],
  },
  {
    title: 'The bill as an architecture diagram',
    about: 'Print it, colour it, follow the money back to the commit.',
    by: ['Selin Akdeniz'],
    on: ['Cloud', 'DevOps'],
  },
  {
    title: 'Rehearsing the outage',
    about: 'An orchestra practises the hard bars. So should we.',
    by: ['Fiammetta Rondini'],
    on: ['DevOps', 'Cloud', 'Systems'],
  },
  {
    title: 'Two alerts',
    about: 'Three years of deleting alerts, and what is left when you stop.',
    by: ['Žiga Potočan'],
    on: ['Observability', 'DevOps'],
  },
  {
    title: 'A dashboard amnesty',
    about:
      'Bring your dashboards, no questions asked. In forty minutes we find out which of them anybody has looked at, and give the others a dignified end.',
    by: ['June Castellanos-Wu'],
    on: ['Observability', 'Cloud'],
  },
  {
    title: 'Only roots',
    about: 'Incident reviews without the hunt for the one cause.',
    by: ['Callum Fundy'],
    on: ['Security', 'Observability', 'Systems'],
  },
  {
    title: 'Threat models on napkins',
    about: 'Four questions, one pen.',
    by: ['Oksana Vyshnevetska'],
    on: ['Security', 'API'],
  },
  {
    title: 'How we would rob your library',
    about:
      'A friendly break-in, from the loan desk to the root password, with every step that could have stopped us.',
    by: ['Íñigo Zubialde', 'Oksana Vyshnevetska'],
    on: ['Security', 'Open Source'],
  },
  {
    title: 'Key exchange for the tea table',
    about: 'With real glasses and real mint.',
    by: ['Amina Tazrout'],
    on: ['Security'],
  },
  {
    title: 'Tuesdays are for issues',
    about: 'How to maintain four packages, a family and a sense of humour. With the actual inbox.',
    by: ['Lieve Vandersteen'],
    on: ['Open Source', 'JavaScript'],
  },
  {
    title: 'Twelve hundred laboratories',
    about: 'One image for all public schools, kept by volunteers.',
    by: ['Iracema Duarte-Sol'],
    on: ['Open Source', 'DevOps'],
  },
  {
    title: 'Merged before dinner',
    about: 'Running a sprint where the first patch is also the first success.',
    by: ['Kwabena Asantewood'],
    on: ['Open Source', 'Python'],
  },
  {
    title: 'Notebooks that became services',
    about: 'And two that we managed to stop.',
    by: ['Efua Dromo'],
    on: ['Python', 'Data Engineering'],
  },
  {
    title: 'Small models in loud rooms',
    about: 'Learning the sound of a loom about to break a thread.',
    by: ['Meera Kolhapurwala'],
    on: ['Machine Learning', 'Python'],
  },
  {
    title: 'Questions we can no longer use',
    about:
      'An evaluation is used up once it is known. Notes from three years of retiring our best questions, and from the library readers who write the next ones.',
    by: ['Marguerite Sansouci'],
    on: ['Machine Learning', 'Testing'],
  },
  {
    title: 'Samba, sampled',
    about: 'Statistics with four hundred drummers.',
    by: ['Renata Jatobá'],
    on: ['Python', 'Machine Learning'],
  },
  {
    title: 'Pipelines for seed banks',
    about: 'Data that must germinate.',
    by: ['Xóchitl Arrieta-Luna'],
    on: ['Data Engineering', 'Python'],
  },
  {
    title: 'The warehouse was a warehouse',
    about: 'Columns, rows and pallets.',
    by: ['Antonella Piedrabuena'],
    on: ['Data Engineering', 'Databases'],
  },
  {
    title: 'Where is container 4711?',
    about: 'Late events, early events, and the one that floats.',
    by: ['Haneul Seo-Bak', 'Benedikt Achterberg'],
    on: ['Data Engineering', 'Systems'],
  },
  {
    title: 'A quorum of funiculars',
    about: 'Consensus on a hillside.',
    by: ['Joaquín Cerroalto'],
    on: ['Systems', 'Databases'],
  },
  {
    title: 'You have the old version',
    about: 'A talk about caches. You may have heard it already.',
    by: ['Nimal Weerakanda'],
    on: ['Performance', 'Systems', 'API'],
  },
  {
    title: 'The flame graph is not the territory',
    by: ['Wei Ling Pasirian'],
    on: ['Performance', 'Databases'],
  },
  {
    title: 'Looms, locks, threads',
    about: 'Deadlock was invented in Łódź.',
    by: ['Bartłomiej Gwóźdź'],
    on: ['Systems', 'Go'],
  },
  {
    title: 'Supervision, on time',
    about: 'Let it crash, but let it arrive.',
    by: ['Luca Brunnmatt'],
    on: ['Systems', 'Go'],
  },
  {
    title: 'The boat comes back',
    about: 'Merging two weeks of offline edits in a harbour café.',
    by: ['Hrafnhildur Steinsdóttir'],
    on: ['Databases', 'JavaScript', 'Mobile'],
  },
  {
    title: 'Clinics on foot',
    about: 'An application that walks.',
    by: ['Uwase Mugabekazi'],
    on: ['Mobile', 'Performance'],
  },
  {
    title: 'Telephones from 2014',
    about: 'They are still here, and so are the people.',
    by: ['Emiliano Tresguerras'],
    on: ['Mobile', 'Testing'],
  },
  {
    title: 'From the right',
    about: 'Sketching a form that begins on the other side.',
    by: ['Lina Zaytuni'],
    on: ['Design', 'Accessibility', 'CSS'],
  },
  {
    title: 'Tickets, watches, grandmother',
    about: 'Three interfaces, one afternoon, a lot of tape.',
    by: ['Beatriz Caldeirão'],
    on: ['Design', 'CSS'],
  },
  {
    title: '操作盤のやさしさ',
    about: 'The kindness of control panels. In Japanese, with interpretation.',
    by: ['霧島 つむぎ'],
    on: ['Design', 'JavaScript'],
  },
  {
    title: 'Weeding a design system',
    about: 'Delete seven components in an hour and be thanked for it.',
    by: ['Gaël Kermadec'],
    on: ['Design', 'TypeScript', 'JavaScript'],
  },
  {
    title: 'Puff pastry and dependent types',
    about: 'Layers, and what they promise each other.',
    by: ['Clémence Aubépin'],
    on: ['TypeScript', 'Compilers', 'Rust'],
  },
  {
    title: 'Variance for choirs',
    about: 'Who may sing whose part.',
    by: ['Katrin Ööbik'],
    on: ['TypeScript', 'JavaScript'],
  },
  {
    title: 'When the compiler gives up',
    about: 'The last sentence before the stack trace is literature. Let us treat it so.',
    by: ['Theo Marrowbone'],
    on: ['Compilers', 'Rust', 'Systems'],
  },
  {
    title: 'Los patios del navegador',
    about: 'Web components, courtyards, and what may be seen from the street.',
    by: ['Rocío Valdeazahar'],
    on: ['JavaScript', 'TypeScript'],
  },
  {
    title: 'Cutting a third',
    about: 'An editing session on documentation from the audience.',
    by: ['Aoife Ní Dhrisceoil'],
    on: ['Documentation', 'Open Source'],
  },
  {
    title: 'One page for the state',
    about: 'How a ministry learned to ask fewer questions.',
    by: ['Maarja Rebane-Pihl'],
    on: ['Design', 'Accessibility'],
  },
  {
    title: 'Older than its keeper',
    about: 'Living with a database from before you were born.',
    by: ['Odalys Brandvold'],
    on: ['Databases', 'Systems'],
  },
  {
    title: 'Read me in a century',
    about: 'Formats, paper, and the tea ceremony of migrations.',
    by: ['Kenji Hoshigaki'],
    on: ['Databases', 'Open Source'],
  },
]
