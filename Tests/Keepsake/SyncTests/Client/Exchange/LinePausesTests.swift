import Storage
import Testing

@testable import Sync

@Suite struct LinePausesTests {
  @Test func pausesBecomeLongerUpToFiveMinutesAndBeginAnew() {
    var pauses = RetryPauses()
    let first = pauses.next(isOnBattery: false)
    #expect((400...600).contains(first))
    for _ in 0..<30 { _ = pauses.next(isOnBattery: false) }
    #expect((240_000...360_000).contains(pauses.next(isOnBattery: false)))
    pauses.reset()
    #expect((400...600).contains(pauses.next(isOnBattery: false)))
  }

  @Test func onBatteryTheyAreFourTimesAsLong() {
    var pauses = RetryPauses()
    #expect((1600...2400).contains(pauses.next(isOnBattery: true)))
  }

  @Test func nobodyHasToSayWhatTheMachineRunsOn() {
    var pauses = RetryPauses()
    let expected = PowerSource.isOnBattery ? 1600...2400 : 400...600
    #expect(expected.contains(pauses.next()))
  }
}
