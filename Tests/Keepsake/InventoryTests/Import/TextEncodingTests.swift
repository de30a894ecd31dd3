import Foundation
import Testing

@testable import Inventory

@Suite struct TextEncodingTests {
  @Test(arguments: WindowsCodePage.allCases)
  func everyByteIsDecodedAsByIconv(page: WindowsCodePage) throws {
    let converter = iconv_open("UTF-8", page.rawValue.uppercased())
    try #require(Int(bitPattern: converter) != -1)
    defer { iconv_close(converter) }
    for byte in UInt8(0)...255 {
      var input = [CChar(bitPattern: byte)]
      var output = [CChar](repeating: 0, count: 8)
      let count = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
          var (from, to) = (input.baseAddress, output.baseAddress)
          var (left, room) = (1, 8)
          return iconv(converter, &from, &left, &to, &room) == -1 ? 0 : 8 - room
        }
      }
      let bytes = output.prefix(count).map { UInt8(bitPattern: $0) }
      let expected = count == 0 ? "\u{FFFD}" : String(decoding: bytes, as: UTF8.self)
      #expect(page.text([byte]) == expected, "byte \(byte)")
    }
  }

  @Test(arguments: [
    ("windows-1251", "Название;Цена\nСтол письменный;1 200,50\n"),
    ("windows-1250", "Název;Cena\nŽidle dřevěná;1 200,50\nPohovka růžová, čalouněná\n"),
    ("windows-1250", "Nazwa;Miejsce\nłóżko dębowe;sypialnia w głębi\nświecznik\n"),
    ("windows-1252", "Désignation;Pièce\nCafetière;Cuisine\nThéière à thé\n"),
    ("windows-1252", "Bezeichnung;Raum\nKühlschrank;Küche\nGroßer Eßtisch\n"),
    ("windows-1252", "Artículo;Habitación\nSillón pequeño;Salón\n"),
  ])
  func codePageIsGuessedFromItsLetters(name: String, text: String) throws {
    let page = try #require(WindowsCodePage(rawValue: name))
    let bytes = try Self.encoded(text, page)
    let guess = TextEncoding(guessing: bytes)
    #expect(guess.name == name)
    #expect(guess.text(bytes) == text)
  }

  @Test func unicodeIsRecognizedWithAndWithoutAMark() {
    let text = "Name,Preis\nStühle,12\n"
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let files: [([UInt8], String)] = [
      (Array(text.utf8), "utf-8"), ([0xEF, 0xBB, 0xBF] + Array(text.utf8), "utf-8"),
      (little, "utf-16le"), ([0xFF, 0xFE] + little, "utf-16le"), (big, "utf-16be"),
      ([0xFE, 0xFF] + big, "utf-16be"),
    ]
    for (bytes, name) in files {
      let guess = TextEncoding(guessing: bytes)
      #expect(guess.name == name)
      #expect(guess.text(bytes) == text, "\(name)")
    }
  }

  /// The bytes of a text in a code page.
  static func encoded(_ text: String, _ page: WindowsCodePage) throws -> [UInt8] {
    try text.unicodeScalars.map { scalar in
      try #require((UInt8(0)...255).first { page.scalar($0) == scalar }, "\(scalar)")
    }
  }
}
