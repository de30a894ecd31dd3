import Storage
import Testing

@Suite struct ByteExamples {
  @Test func valuesAreWrittenAndReadBack() throws {
    var writer = ByteWriter()
    writer.write(-7 as Int64)
    writer.write(0.5)
    var reader = ByteReader(writer.bytes)
    let (number, share) = (try reader.readInt(), try reader.readDouble())
    #expect(number == -7 && share == 0.5 && reader.isAtEnd)
  }

  @Test func missingBytesAreAnError() {
    var reader = ByteReader([0x83])
    #expect(throws: DecodingFailure.truncated) { try reader.readInt() }
  }

  @Test func bytesAreWrittenAsDigits() {
    let text = [UInt8](0...2).withUnsafeBytes(Hexadecimal.text)
    #expect(text == "000102")
    #expect(Hexadecimal.bytes("zz") == nil)
  }

  @Test func countsAndLengthsAreWrittenForPeople() {
    #expect(CountText.items(1204) == "1,204 items")
    #expect(CountText.text(1, "photo", "photos") == "1 photo")
    #expect(SizeText.text(3_500_000) == "3.5 MB")
  }
}
