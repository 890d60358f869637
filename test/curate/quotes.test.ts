import { describe, expect, test } from 'vitest'
import { whyOf } from '../support/messages.ts'

describe('a quotation', () => {
  test('that is set in belongs to the sentence that leads to it (mio 0c77b571)', () => {
    expect(
      whyOf(
        'The manual says the following about EPOLLERR\n\n    Error condition happened on the descriptor. It is\n    also reported for the write end of a pipe.\n\nWe have seen it alone, without EPOLLOUT.',
      ),
    ).toBe(
      'The manual says the following about EPOLLERR: “Error condition happened on the descriptor. It is also reported for the write end of a pipe.” We have seen it alone, without EPOLLOUT.',
    )
  })
})

test('a paragraph that ends with a quotation ends there (cobra 3eac1434)', () => {
  expect(
    whyOf("A command with a runnable one below it is now 'Available'\n\nWe also ask so in the rest of the code."),
  ).toBe("A command with a runnable one below it is now 'Available'. We also ask so in the rest of the code.")
})

describe('a reason was cut', () => {
  test('where a quotation is the reason itself (structlog 65323532)', () => {
    const body =
      'The flag is renamed. Rationale for this change (from #34):\n\n> The whole point of positional args is that you can do string\n> interpolation in your log messages.'
    expect(whyOf(body)).toBe(
      'The flag is renamed. Rationale for this change (from #34): “The whole point of positional args is that you can do string interpolation in your log messages.”',
    )
    // Behind the address that it was read at (puma bdcfb601).
    expect(
      whyOf(
        'RFC 3875, which defines the CGI protocol, says:\n\nhttps://tools.ietf.org/html/rfc3875\n\n> The server MUST set this meta-variable if and only if the request is\n> accompanied by a message-body entity.\n\n"MUST set" is what Puma does.',
      ),
    ).toBe(
      'RFC 3875, which defines the CGI protocol, says: https://tools.ietf.org/html/rfc3875: “The server MUST set this meta-variable if and only if the request is accompanied by a message-body entity.” "MUST set" is what Puma does.',
    )
    expect(
      whyOf(
        'It cannot be compiled on PowerPC. Because\n\n> PowerPC platforms with pointers of 32 bits do not have\n> `AtomicU64` types.',
      ),
    ).toBe(
      'It cannot be compiled on PowerPC. Because: “PowerPC platforms with pointers of 32 bits do not have `AtomicU64` types.”',
    )
    expect(whyOf('It is renamed, as was asked.\n\nOn Monday Ada wrote:\n> Please rename it.')).toBe(
      'It is renamed, as was asked.',
    )
  })

  test('into pieces of code, where it speaks of a function (werkzeug 977ba0ec)', () => {
    expect(
      whyOf(
        'According to the specification:\n\n> If the iterable has a close() method, the server must\n> call it upon completion of the current request\n\nIt was not called where the test client ended early.',
      ),
    ).toBe(
      'According to the specification: “If the iterable has a close() method, the server must call it upon completion of the current request”. It was not called where the test client ended early.',
    )
    // So are the lines that a program printed, none of which is full.
    expect(
      whyOf(
        'It cannot be installed beside the new one, and npm says:\n\n> Could not resolve dependency\n> Found react@18.2.0\n> Fix the upstream conflict',
      ),
    ).not.toContain('dependency Found')
    // Code that was quoted is code.
    expect(whyOf('Nobody can tell what this does, so it is named:\n\n> const a = b;\n> run(a);')).toBe(
      'Nobody can tell what this does, so it is named: `const a = b;`, `run(a);`',
    )
  })

  test('where a quotation goes on unmarked, and its half was told: all of it is (zap ec2dc456)', () => {
    const body =
      'Time values are encoded by storing the UnixNano representation, see docs:\n\nhttps://golang.org/pkg/time/#Time.UnixNano\n> The result is undefined if the Unix time in nanoseconds cannot be\nrepresented by an int64 (a date before the year 1678 or after 2262)\n\nFix this by storing values outside of UnixNano range as-is.'
    expect(whyOf(body)).toBe(
      'Time values are encoded by storing the UnixNano representation, see docs: https://golang.org/pkg/time/#Time.UnixNano: “The result is undefined if the Unix time in nanoseconds cannot be represented by an int64 (a date before the year 1678 or after 2262)” Fix this by storing values outside of UnixNano range as-is.',
    )
  })
})
