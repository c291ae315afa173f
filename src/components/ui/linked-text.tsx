/** An address in running text: without the sentence's own mark at its end, and with as many closing brackets as it opens. */
const webAddress = /https?:\/\/[^\s<>"'\\^`{|}\p{C}]+/giu

function withoutEnd(match: string): string {
  let address = match.replace(/[.,;:!?…]+$/u, '')
  while (address.endsWith(')') && address.split(')').length > address.split('(').length)
    address = address.slice(0, -1).replace(/[.,;:!?…]+$/u, '')
  return address
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
