/** One talk in the shape of LoCoMo's file (snap-research/locomo), made up. */
export const locomo = [
  {
    sample_id: 'talk-1',
    conversation: {
      speaker_a: 'Ada',
      speaker_b: 'Bo',
      session_1_date_time: '1:56 pm on 8 May, 2023',
      session_1: [
        { speaker: 'Ada', dia_id: 'D1:1', text: 'I keep three owls.', blip_caption: 'an owl' },
        { speaker: 'Bo', dia_id: 'D1:2', text: 'I paint lighthouses in Brittany.' },
      ],
      session_2_date_time: '12:05 am on 1 June, 2023',
      session_2: [{ speaker: 'Bo', dia_id: 'D2:1', text: 'My exhibition opens next week.' }],
    },
    qa: [
      { question: 'How many owls does Ada keep?', answer: 3, evidence: ['D1:1'], category: 4 },
      { question: 'When did Ada tell Bo about the owls?', answer: '8 May 2023', evidence: ['D1:1'], category: 2 },
      { question: 'Which submarines does Zoe collect?', adversarial_answer: 'Yellow', evidence: ['D1:1'], category: 5 },
    ],
  },
]

const session = (content: string): object[] => [
  { role: 'user', content, has_answer: true },
  { role: 'assistant', content: 'Thank you for telling me.' },
]

/** Two questions in the shape of LongMemEval's file (xiaowu0162/LongMemEval), made up. */
export const longMemEval = [
  {
    question_id: 'aa01',
    question_type: 'knowledge-update',
    question: 'In which city do I live?',
    answer: 'Bern',
    question_date: '2023/05/30 (Tue) 23:40',
    haystack_session_ids: ['s1', 's2'],
    haystack_dates: ['2023/05/20 (Sat) 02:21', '2023/05/25 (Thu) 10:00'],
    haystack_sessions: [session('I live in the city of Basel.'), session('I moved to Bern.')],
    answer_session_ids: ['s2'],
  },
  {
    question_id: 'aa02_abs',
    question_type: 'single-session-user',
    question: 'What is the name of my hamster?',
    answer: 'You did not mention a hamster.',
    question_date: '2023/05/30 (Tue) 23:40',
    haystack_session_ids: ['s1'],
    haystack_dates: ['2023/05/20 (Sat) 02:21'],
    haystack_sessions: [session('I live in Basel.')],
    answer_session_ids: [],
  },
]
