import Testing

@testable import Storage

@Suite struct SizeTextTests {
  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (1049, "1 kB"),
    (1050, "1.1 kB"), (3_480_526, "3.5 MB"), (99_949, "99.9 kB"), (99_950, "100 kB"),
    (123_456, "123 kB"), (999_499, "999 kB"), (999_500, "1 MB"), (999_950, "1 MB"),
    (4_400_000_000, "4.4 GB"), (Int64.max, "9223 PB"),
  ])
  func aLengthIsRounded(_ bytes: Int64, _ text: String) {
    #expect(SizeText.text(bytes) == text)
  }
}
