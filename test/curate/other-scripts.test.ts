import { expect, test } from 'vitest'
import { explanationOf } from '../../src/curate/message/retention.ts'
import { newWords } from '../../src/curate/message/shared-words.ts'
import { sentences } from '../../src/text/sentences.ts'
import { countWords } from '../../src/text/words.ts'
import { lessonEvidence } from '../support/messages.ts'

const files = { 'cache.py': { added: ['KEY_PREFIX = tenant_id()'] } }

test.each([
  ['Chinese', '缓存键必须包含租户编号', '不同租户共享同一个实例。没有编号时一个租户会读到另一个租户的数据！'],
  ['Japanese', 'トークンの有効期限を短縮する', '六十秒で接続が切断されるため、古いトークンでは認証に失敗していた。'],
  [
    'Korean',
    '연결 풀 크기를 코어 수에 맞춘다',
    '코어보다 연결이 많으면 데이터베이스가 잠금을 기다리느라 요청이 멈춘다.',
  ],
  ['Russian', 'Ограничить число повторов двумя', 'Шлюз списывает деньги дважды, если запрос повторяется после паузы.'],
  ['Thai', 'จำกัดจำนวนการเชื่อมต่อไว้ที่ห้า', 'เพราะเซิร์ฟเวอร์จะปฏิเสธการเชื่อมต่อที่หกและผู้ใช้จะเห็นข้อผิดพลาด'],
])('commits in %s taught nothing, whatever their reason', (_, headline, why) => {
  expect(lessonEvidence(`${headline}\n\n${why}`, files)).toMatchObject({ about: headline, text: why, weight: 1 })
})

test('commits in Chinese taught nothing, even with a "Why:" trailer', () => {
  const taught = lessonEvidence('缓存键必须包含租户编号\n\nWhy: 不同租户共享同一个实例，会互相读到数据', files)
  expect(taught).toMatchObject({ text: '不同租户共享同一个实例，会互相读到数据', weight: 1 })
})

test('a Chinese body that says the headline again gives no reason', () => {
  expect(newWords('缓存键必须包含租户编号', '缓存键必须包含租户编号。')).toBe(0)
  expect(lessonEvidence('缓存键必须包含租户编号\n\n缓存键必须包含租户编号。', files)).toMatchObject({ weight: 0 })
})

test('`ctx eval retention` counted no explanation in Chinese', () => {
  const said = ['不同租户共享同一个实例，没有编号时会互相读到数据。', '所以所有缓存键都以租户编号开头，从前不是这样。']
  expect(explanationOf(said.join(''))).toEqual(said)
})

test('words of any script are counted, and those of ours as they were', () => {
  expect(countWords('Zwölf Boxkämpfer jagen a cat')).toBe(6)
  expect(countWords('Не более двух повторов')).toBe(4)
  expect(countWords('연결 풀 크기를 맞춘다')).toBe(3)
  expect(countWords('缓存键必须包含 API 编号')).toBe(5)
  expect(countWords('naïve — “quoted” 👩‍💻')).toBe(3)
})

test('sentences of Chinese and Japanese end without a blank, but not within what somebody says', () => {
  expect(sentences('它超时了。怎么办？重试！')).toEqual(['它超时了。', '怎么办？', '重试！'])
  expect(sentences('彼は「だめだ。」と言った。')).toEqual(['彼は「だめだ。」と言った。'])
})
