/** An address in running text: without the sentence's own mark at its end, and with as many closing brackets as it opens. */
const webAddress = /https?:\/\/[^\s<>"'\\^`{|}\p{C}]+/giu

const marks = '.,;:!?…'

/** Walks back from the end once, so that a text of closing brackets alone takes no longer than another. */
function withoutEnd(match: string): string {
  let unopened = match.split(')').length - match.split('(').length
  let end = match.length
  for (; end > 0; end--) {
    const sign = match.charAt(end - 1)
    if (sign === ')' && unopened > 0) unopened--
    else if (!marks.includes(sign)) break
  }
  return match.slice(0, end)
}

/** Text of members, as text; what is a web address in it (http and https alone) is a link. */
export function LinkedText({ text }: { text: string }) {
  const parts = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(webAddress)) {
    const address = withoutEnd(match)
    const url = URL.parse(address)
    // A user name in it shows one host and leads to another.
    const isPlain = url && !url.username && !url.password
    if (!isPlain) continue
    parts.push(
      text.slice(end, index),
      <a key={index} href={url.href} rel="nofollow ugc noopener" className="link">
        {address}
      </a>,
    )
    end = index + address.length
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
