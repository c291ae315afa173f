import type { SampleSpeaker } from './types.ts'

export const speakersOfAfricaAsiaAndOceania: SampleSpeaker[] = [
  {
    name: 'Wanjiru Kamaudi',
    place: 'Nairobi KE',
    bio: 'Payments over text messages at national scale. Wanjiru counts messages, not requests, and has strong opinions about what a receipt must say when the network is gone for a day.',
    links: ['twitter', 'website'],
  },
  { name: 'Otieno Barasa-Lake', place: 'Kisumu KE', bio: 'Queues.' },
  {
    name: 'Uwase Mugabekazi',
    place: 'Kigali RW',
    bio: 'Offline-first applications for health workers who walk.',
    links: ['github'],
  },
  {
    name: 'Kwabena Asantewood',
    place: 'Accra GH',
    bio: 'Organises sprints where the first patch is merged before dinner.',
  },
  { name: 'Efua Dromo', place: 'Accra GH', bio: 'Notebooks, and how to stop them.' },
  {
    name: 'Thandeka Vlei',
    place: 'Cape Town ZA',
    bio: 'Page weight activist. Her website is nine kilobytes and has a picture.',
    links: ['website'],
  },
  { name: 'Pieter Langkloof', place: 'Stellenbosch ZA', bio: 'Vineyard sensors, time series.' },
  { name: 'Amina Tazrout', place: 'Rabat MA', bio: 'Cryptographic protocols explained with tea glasses.' },
  {
    name: 'Lina Zaytuni',
    place: 'Amman JO',
    bio: 'Right-to-left interfaces from the first sketch. لينا تصمم واجهات عربية.',
    links: ['twitter'],
  },
  { name: 'Faris Nabulan', place: 'Amman JO', bio: 'Backend developer, calligrapher.' },
  { name: 'Anahit Vardenik', place: 'Yerevan AM', bio: 'Formal methods for lifts. They arrive.' },
  {
    name: 'Meera Kolhapurwala',
    place: 'Pune IN',
    bio: 'Machine learning in textile mills: small models, old machines, loud rooms. Co-founder of a reading group that has read one paper a week, aloud, for six years, and of the rule that whoever nods has to explain the paragraph.',
    links: ['github', 'website'],
  },
  { name: 'Arjun Neelavar', place: 'Mangaluru IN', bio: 'One file, one binary, one fishing harbour.' },
  {
    name: 'Sudha Rangapuram',
    place: 'Bengaluru IN',
    bio: 'API gateways and the teams behind them.',
    links: ['twitter'],
  },
  {
    name: 'Nimal Weerakanda',
    place: 'Colombo LK',
    bio: 'Caches. He would like to say more, but you have the old version.',
  },
  {
    name: 'Hạnh Trần-Lindau',
    place: 'Đà Nẵng VN',
    bio: 'Mobile developer between two time zones and two alphabets.',
  },
  {
    name: 'Ploy Chaodoi',
    place: 'Chiang Mai TH',
    bio: 'Word breaking for a language without spaces.',
    links: ['github'],
  },
  { name: 'Rizal Pandanwangi', place: 'Yogyakarta ID', bio: 'Batik patterns as shaders.' },
  {
    name: '霧島 つむぎ',
    place: 'Nagoya JP',
    bio: '工場の制御盤とウェブの画面を、同じ手つきで設計しています。',
    links: ['website'],
  },
  {
    name: 'Kenji Hoshigaki',
    place: 'Kyoto JP',
    bio: 'Slow databases on purpose: archives meant to be read in a century. Serves tea at conferences.',
  },
  { name: 'Haneul Seo-Bak', place: 'Busan KR', bio: 'Streams of container positions.' },
  {
    name: 'Yuxi Shanlan',
    place: 'Taipei TW',
    bio: 'Ten-minute demonstrations of things that took ten years.',
  },
  {
    name: 'Aroha Tikapa',
    place: 'Wellington NZ',
    bio: 'Release engineer for a weather service. Every release is boring; she has the charts.',
    links: ['website'],
  },
  { name: 'Bronte Wattlebird', bio: 'Looks after systems after everybody else has left.' },
  { name: 'Wei Ling Pasirian', place: 'Singapore SG', bio: 'Latency, profilers, noodles.' },
]
