import type { Programme } from './programme.ts'

export const quietSystems: Programme = {
  conference: 'Quiet Systems',
  isPublished: false,
  tracks: [],
  days: [
    [
      { from: '10:00', to: '10:20', title: 'Opening, quietly', by: ['Neža Kralj-Huber'] },
      {
        from: '10:20',
        to: '11:10',
        title: 'Two alerts',
        about: `Three years ago I was woken eleven times in one night by a library. It was not on fire, nobody was trying to break in, and all of the books were where they belonged. Eleven machines had opinions, and I was the person they told.

I began a diary the next morning. For each alert I wrote down when it came, what it said, what I did, and whether anybody who borrows books would have noticed if I had turned over and slept. The last column was almost always the same. So I deleted, one alert a week, in the open, with a note on the door of the break room: this will no longer wake anybody; object until Friday.

There are two alerts left. This talk reads the most instructive pages of the diary, including the three Fridays on which somebody did object and was right. It explains the small amount of measuring that made the deleting safe, and the larger amount of talking that made it possible. And it ends with the question that I now lie awake over, of my own accord: how do you know that a silence is the good kind?

You will get the template of the diary, on paper.`,
        by: ['Žiga Potočan'],
        on: ['Observability', 'DevOps'],
      },
      { from: '11:10', to: '11:50', pause: 'Coffee, long' },
      {
        from: '11:50',
        to: '12:40',
        title: 'A dashboard amnesty',
        about: 'Bring your dashboards, no questions asked.',
        by: ['June Castellanos-Wu'],
        on: ['Observability'],
      },
      {
        from: '12:40',
        to: '14:30',
        pause: 'Lunch at the market',
        about: 'You have a token for one plate. The dumplings are worth the queue.',
      },
      {
        from: '14:30',
        to: '15:20',
        title: 'Ten years on one battery',
        about: 'Doing less is a programming technique.',
        by: ['Väinö Saarelma'],
        on: ['Systems', 'Performance'],
      },
      {
        from: '15:20',
        to: '16:10',
        title: 'Only roots',
        about:
          'There is no root cause, only roots. Reviewing an incident without hunting for the one thing that went wrong, with a real one as the example and the people who were there on the bench.',
        by: ['Callum Fundy', 'Astrid Lundegård'],
        on: ['Observability', 'Systems'],
      },
      { from: '16:10', to: '17:00', pause: 'Coffee, longer' },
      {
        from: '17:00',
        to: '17:50',
        title: 'Queues',
        about: 'Yes.',
        by: ['Otieno Barasa-Lake'],
        on: ['Systems'],
      },
    ],
    [
      {
        from: '10:00',
        to: '10:50',
        title: 'Traces, mostly of bears',
        about: 'What wildlife biologists know about sampling.',
        by: ['Neža Kralj-Huber'],
        on: ['Observability'],
      },
      { from: '10:50', to: '11:30', pause: 'Coffee, long' },
      {
        from: '11:30',
        to: '12:20',
        title: 'A forecast for every release',
        about: 'Four hundred releases a year, three storms.',
        by: ['Aroha Tikapa'],
        on: ['DevOps'],
      },
      {
        from: '12:20',
        to: '13:10',
        title: 'After everybody else has left',
        about: 'On inheriting a system with nobody to ask.',
        by: ['Bronte Wattlebird'],
        on: ['Systems', 'Open Source'],
      },
      { from: '13:10', to: '14:40', pause: 'Lunch at the market' },
      {
        from: '14:40',
        to: '15:30',
        title: 'Lifts that arrive',
        about: 'Formal methods, vertically.',
        by: ['Anahit Vardenik'],
        on: ['Systems'],
      },
      {
        from: '15:30',
        title: 'Open bench',
        about: 'Who wants to say something says it. Who does not, listens.',
      },
      { title: 'Night walk to the castle', about: 'We leave when it is dark.', by: ['Žiga Potočan'] },
    ],
  ],
}
