import Foundation
import TestSupport
import Testing

@testable import TextFolding

/// Texts that are equal to a search, in every script.
@Suite struct TextFoldTests {
  @Test(arguments: [
    // Latin, with and without a decomposition, ligatures, digraphs, numerals, width, style.
    ("Łódź", "lodz"), ("Điện thoại", "dien thoai"), ("SMØRREBRØD", "smorrebrod"),
    ("Straße", "STRASSE"), ("ẞ", "ss"), ("Æsir Œuvre", "aesir oeuvre"), ("Þing ðe", "thing de"),
    ("ħobż Ŋ", "hobz n"), ("ﬁne ﬄ", "fine ffl"), ("Ǆ ǅ ǆ", "dz dz dz"), ("Ⅷ ⅷ", "viii viii"),
    ("ｃａｍｅｒａ", "camera"), ("𝓬𝓪𝓶", "cam"), ("ⓌⓄⓇⓀ", "work"), ("m²", "m2"), ("CO₂", "co2"),
    ("cafe\u{301}", "café"), ("ŀ", "l·"), ("ŉ", "'n"), ("2½", "2 1/2"), ("5㎏", "5 kg"),
    // Turkish: four letters, one i.
    ("IŞIK İstanbul", "ışık istanbul"), ("Iğdır", "igdir"),
    // Greek: tonos, final sigma, polytonic.
    ("ΚΑΜΕΡΑ", "κάμερα"), ("ΟΔΥΣΣΕΥΣ", "Οδυσσεύς"), ("ᾷ", "α"), ("ϐ ϑ", "β θ"),
    // Cyrillic: ё is е and, by the same rule, й is и.
    ("Ёлочный", "елочныи"), ("и\u{306}", "й"), ("Їжак ґанок", "іжак ганок"), ("Қазақ", "казак"),
    // Hebrew and Arabic: points, final forms, hamza, tatweel, other spellings of one letter.
    ("מַחְשֵׁב", "מחשב"), ("שולחן", "שולחנ"), ("מُكَتَّبَة", "מكتبه"), ("كـــتاب", "كتاب"),
    ("أحمر إ آ ٱ", "احمر ا ا ا"), ("کتابی", "كتابي"), ("ﻼ", "لا"), ("می\u{200C}خواهم", "ميخواهم"),
    // Indic: the nukta disappears, in one code point or two.
    ("क़लम", "कलम"), ("ड\u{93C}", "ड"), ("क\u{94D}\u{200D}ष", "क\u{94D}ष"),
    // Digits of other scripts.
    ("٢٠١٨ २०१८ ２０１８", "2018 2018 2018"),
    // Japanese: width and kana, but not the voicing of a sound.
    ("ｶﾒﾗ", "カメラ"), ("かめら", "カメラ"), ("ｶﾞﾗｽ", "ガラス"), ("か\u{3099}", "が"), ("わ\u{3099}", "ヷ"),
    // Korean: syllables and their letters.
    ("한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"),
    // Beyond the BMP.
    ("𐐔𐐯𐑅", "𐐼𐐯𐑅"), ("𞤀𞤁", "𞤢𞤣"),
    // Invisible characters.
    ("sof\u{AD}t", "soft"), ("zero\u{200B}\u{2060}width", "zerowidth"), ("❤️", "❤"),
    // Any punctuation separates words.
    ("зв’язок", "зв'язок"), ("AC／DC", "AC DC"), ("it's", "it s"), ("№5", "no 5"),
  ])
  func theseAreTheSame(one: String, other: String) {
    #expect(TextFold.words(one) == TextFold.words(other))
  }

  @Test(arguments: [
    // Vowel signs, viramas and tones carry the meaning.
    ("किताब", "कताब"), ("कुल", "कल"), ("हिंदी", "हदी"), ("কি", "কা"), ("தமிழ்", "தமழ"),
    ("กี", "กุ"), ("ป่า", "ป้า"), ("ที่", "ทา"), ("ກີ", "ກຸ"), ("ကို", "ကိ"), ("ខ្មែរ", "ខមរ"), ("བོད", "བད"),
    // Voiced kana are different sounds: カキ is an oyster, カギ a key.
    ("カキ", "カギ"), ("はし", "ばし"), ("は", "ぱ"),
    // Different letters stay different.
    ("ب", "ت"), ("ש", "ס"), ("к", "k"), ("α", "a"), ("가", "각"), ("壶", "茶"), ("📷", "📸"),
  ])
  func theseAreNot(one: String, other: String) {
    #expect(TextFold.words(one) != TextFold.words(other))
  }

  @Test(arguments: [
    ("紫砂茶壶", "紫 砂 茶 壶"), ("ที่นอน", "ที่ น อ น"), ("カメラbag", "か め ら bag"), ("box📷2", "box 📷 2"),
    ("  a --b ", "a b"), ("%", ""), ("_ * €", ""), ("™", ""), ("Lego™ Star", "lego star"), ("", ""),
  ])
  func wordsAreSeparatedByOneBlank(text: String, words: String) {
    #expect(TextFold.words(text) == words)
    #expect(TextFold.hasWord(text) == !words.isEmpty)
  }

  /// Every assigned code point, alone and after a letter.
  @Test func foldingTwiceChangesNothing() {
    var wrong: [String] = []
    for value in Array(0..<UInt32(0x323B0)) + Array(0xE0000..<0xE0200)
    where !(0x20000..<0x2F800 ~= value) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for text in [String(scalar), "か\(scalar)a"] {
        let once = TextFold.words(text)
        let kept = TextFold.bytes(text)
        if TextFold.words(once) != once
          || TextFold.bytes(String(decoding: kept, as: UTF8.self)) != kept
          || once.unicodeScalars.contains(where: { 65...90 ~= $0.value })
        {
          wrong.append("\(String(value, radix: 16)) in \(text)")
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(20)) and \(wrong.count) in all")
  }

  @Test func composedAndDecomposedTextsAreTheSame() {
    var wrong: [String] = []
    for value in 0x80..<UInt32(0x30000) {
      guard let composed = Unicode.Scalar(value).map({ String($0) }),
        !composed.unicodeScalars.elementsEqual(
          composed.decomposedStringWithCanonicalMapping.unicodeScalars)
      else { continue }
      for text in [composed, "x\(composed)", "\(composed)\u{94D}\u{3099}"] {
        let forms = [
          text, text.decomposedStringWithCanonicalMapping,
          text.precomposedStringWithCanonicalMapping,
        ]
        if Set(forms.map(TextFold.words)).count > 1 || Set(forms.map(TextFold.bytes)).count > 1 {
          wrong.append("\(String(value, radix: 16)): \(forms.map(TextFold.words))")
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(20)) and \(wrong.count) in all")
  }

  /// A letter has few marks in every language: more of them are put in order 30 at a time.
  @Test func aTextOfMarksAloneIsFoldedInTimeThatGrowsWithItsLength() {
    let marks = String(repeating: "\u{E48}\u{E38}", count: 170_000)
    let time = ContinuousClock().measure { #expect(TextFold.words(marks).utf8.count == 1_020_000) }
    #expect(time < .seconds(10))
    let few = String(repeating: "\u{E48}\u{E38}", count: 15)
    let ordered = String(repeating: "\u{E38}", count: 15) + String(repeating: "\u{E48}", count: 15)
    #expect(TextFold.words("ก" + few) == TextFold.words("ก" + ordered))
    #expect(TextFold.words(TextFold.words(marks)) == TextFold.words(marks))
  }

  /// An index records the version of its table, so a new table needs a new version.
  @Test func newTableRequiresANewVersion() {
    #expect(TextFold.version == 3)
    #expect(TextFold.digest == 0x64BD5733643A32FF)
  }

  @Test func aFilterMatchesAllItsWordsAnywhere() {
    #expect(TextFilter("lodz kit").matches("Kitchen in Łódź"))
    #expect(!TextFilter("lodz bath").matches("Kitchen in Łódź"))
    #expect(TextFilter(" ").isEmpty && TextFilter("").matches("anything"))
    #expect(TextFilter(".jpg").matches("Photo.JPG") && !TextFilter(".jpg").matches("jpgs"))
    #expect(TextFilter("％").matches("100 %") && !TextFilter("%").matches("100"))
    #expect(TextFilter("茶壶").matches("紫砂茶壶") && TextFilter("하").matches("한국"))
  }
}

/// The checked-in table equals the script's output, if the Unicode data is installed.
@Suite struct FoldTableTests {
  private static let hasData =
    ["UnicodeData.txt", "emoji/emoji-data.txt", "cldr/common/transforms/Latin-ASCII.xml"]
    .allSatisfy { FileManager.default.fileExists(atPath: "/usr/share/unicode/\($0)") }
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  @Test(.enabled(if: hasData, "unicode-data and unicode-cldr-core are not installed"))
  func tableMatchesTheScript() throws {
    let script = Checkout.root.appending(path: "Scripts/make-fold-table.py")
    let check = try CommandResult(
      of: "/usr/bin/python3", [script.path, "--check"], environment: ["PATH": "/usr/bin:/bin"])
    #expect(check.status == 0, "\(check.text)\(check.errors)")
  }
}
