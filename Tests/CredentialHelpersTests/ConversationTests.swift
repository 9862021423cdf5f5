import Testing

/// The protocols of the git helper and the Docker helper. Data files describe the conversations.
@Suite struct ConversationTests {
  @Test(arguments: try Conversation.read("git.txt") + Conversation.read("docker.txt"))
  func isHeldAsWritten(_ conversation: Conversation) throws {
    let helpers = try Helpers()
    try #require(!conversation.steps.isEmpty)
    for step in conversation.steps {
      let outcome = helpers.run(step.words, step.input, now: step.now)
      let place = "\(step.words) < \(String(decoding: step.input, as: UTF8.self))"
      #expect(outcome.text == String(decoding: step.output, as: UTF8.self), "\(place)")
      #expect(outcome.errorLine == step.errorLine, "\(place)")
      #expect(outcome.status == step.status, "\(place)")
    }
  }

  @Test func vectorsAreRead() throws {
    #expect(try Conversation.read("git.txt").count > 25)
    #expect(try Conversation.read("docker.txt").count > 10)
  }
}
