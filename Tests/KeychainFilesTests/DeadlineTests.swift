import KeychainFiles
import Testing

@Suite struct DeadlineTests {
  @Test func longDurationsEndAtTheLastMoment() {
    for duration in [Duration.seconds(Int64.max), .seconds(Int64.max / 1_000_000_000), .milliseconds(Int64.max)] {
      #expect(Deadline.after(duration).remaining > .seconds(1_000_000_000))
    }
    #expect(Deadline.after(.seconds(Int64.min)).remaining == .zero)
    #expect(Duration.seconds(Int64.max).wholeMilliseconds == .max)
    #expect(Duration.seconds(Int64.min).wholeMilliseconds == .min)
  }
}
