type Props = { talk: { title: string; status: 'scheduled' | 'cancelled' } }

/** The title, struck through where the talk is cancelled; the word says it too. */
export const TalkTitle = ({ talk }: Props) =>
  talk.status === 'cancelled' ? (
    <>
      <s className="text-quiet">{talk.title}</s> <strong className="text-accent">Cancelled</strong>
    </>
  ) : (
    talk.title
  )
