import Testing

@testable import Terminal

/// When an answer about the terminal's type may still come.
@Suite struct TypeQuestionTests {
  private let start = ContinuousClock.now

  private func asked() -> TypeQuestion {
    var question = TypeQuestion(environment: ["TERM": "xterm"])
    question.askAgain()
    #expect(question.ask(at: start) != nil)
    return question
  }

  /// Some terminals answer each part separately.
  @Test func nothingIsPendingOnceNameAndColorsAreKnown() {
    var question = asked()
    #expect(question.isPending(at: start))
    _ = question.answer(in: [.type(ReportedType(name: "xterm"))], at: start)
    #expect(question.isPending(at: start))
    _ = question.answer(in: [.type(ReportedType(colors: 256))], at: start)
    #expect(!question.isPending(at: start))
    question.askAgain()
    #expect(question.ask(at: start) != nil)
    #expect(question.isPending(at: start), "another answer is awaited")
  }

  @Test func silentTerminalIsAwaitedBriefly() {
    let question = asked()
    #expect(question.isPending(at: start + .milliseconds(200)))
    #expect(!question.isPending(at: start + .milliseconds(300)))
  }
}
