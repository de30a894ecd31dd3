import Foundation

/// Small documents and photos in formats that a library decodes.
nonisolated public enum MadeDocument {
  /// A PDF with a text on each page, 300 × 200 points.
  public static func pdf(_ pages: [String]) -> [UInt8] {
    let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
    let contents = pages.map { "BT /F 48 Tf 20 90 Td (\($0)) Tj ET" }
    return pdf(
      objects: [
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(kids)]/Count \(pages.count)>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      ]
        + contents.enumerated().flatMap { index, text in
          [
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F 3 0 R>>>>"
              + "/Contents \(5 + 2 * index) 0 R>>",
            "<</Length \(text.utf8.count)>>stream\n\(text)\nendstream",
          ]
        })
  }

  /// A PDF with one page whose drawing takes very long.
  public static func slowPDF() -> [UInt8] {
    let strokes = "0 0 m " + String(repeating: "1 1 l 2 200 l 300 10 l ", count: 400_000) + "S"
    return pdf(objects: [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>",
      "<</Length \(strokes.utf8.count)>>stream\n\(strokes)\nendstream",
    ])
  }

  /// A PDF of numbered objects, the first of which is the catalog, with the table of their places.
  public static func pdf(objects: [String]) -> [UInt8] {
    var text = Array("%PDF-1.4\n".utf8)
    var places: [Int] = []
    for (index, object) in objects.enumerated() {
      places.append(text.count)
      text += Array("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
    }
    let table = places.map { String(format: "%010d 00000 n \n", $0) }.joined()
    let start = text.count
    let end =
      "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n\(table)"
      + "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
    return text + Array(end.utf8)
  }

  /// A PDF that needs the password `secret`.
  public static let encryptedPDF = decoded(
    """
    JVBERi0xLjQKJb/3ov4KMSAwIG9iago8PCAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwg
    L0NvdW50IDEgL0tpZHMgWyAzIDAgUiBdIC9UeXBlIC9QYWdlcyA+PgplbmRvYmoKMyAwIG9iago8PCAvTWVkaWFCb3ggWyAwIDAg
    OSA5IF0gL1BhcmVudCAyIDAgUiAvVHlwZSAvUGFnZSA+PgplbmRvYmoKNCAwIG9iago8PCAvRmlsdGVyIC9TdGFuZGFyZCAvTGVu
    Z3RoIDQwIC9PIDw5MmZlMGY0NDU0YWQ0Yzk2NDQ2OTNmMzNjMDdjYjU0ZjU4N2RjZTFlMjY4MmZlOWVjZWE2MTA3YTFlZjYzMGRk
    PiAvUCAtNCAvUiAyIC9VIDxmNTNiZTJmMGI4ZGFjNDMxMzE5N2RmMmQxNjBiYjVhZGUzYWMwNWI1YjY1NjQ0OGU0MDVjMWI2ODNk
    OWQyNzBiPiAvViAxID4+CmVuZG9iagp4cmVmCjAgNQowMDAwMDAwMDAwIDY1NTM1IGYgCjAwMDAwMDAwMTUgMDAwMDAgbiAKMDAw
    MDAwMDA2NCAwMDAwMCBuIAowMDAwMDAwMTIzIDAwMDAwIG4gCjAwMDAwMDAxOTIgMDAwMDAgbiAKdHJhaWxlciA8PCAvUm9vdCAx
    IDAgUiAvU2l6ZSA1IC9JRCBbPDMxNDE1OTI2NTM1ODk3OTMyMzg0NjI2NDMzODMyNzk1PjwzMTQxNTkyNjUzNTg5NzkzMjM4NDYy
    NjQzMzgzMjc5NT5dIC9FbmNyeXB0IDQgMCBSID4+CnN0YXJ0eHJlZgozOTgKJSVFT0YK
    """)

  /// A WebP of 64 × 64 pixels, without loss: from the top left a red, a green, a blue and a white quarter.
  public static let webp = decoded(
    """
    UklGRkQAAABXRUJQVlA4TDcAAAAvP8APAB8gECD4H3NlQyBAiPF/pIWAhMgX/xf5Yv7jb8CEQCRA4klPetLEAFpE/yegePRtGPQN
    AA==
    """)

  /// The same with loss.
  public static let lossyWebP = decoded(
    """
    UklGRooAAABXRUJQVlA4IH4AAABwBQCdASpAAEAAPtFepEwoJaOiMBv4AQAaCUAZIImPQPyV4e879A3jHcj0zbWTHTD94xgAAP7t
    By/dzUYr/85iOylNpx2qhAUeM9HT7/8ilG2ruez9OOJDludFp8k47jVX1NLosa3kBhv2keHmcUOAbWYZ6OOTVioiT4gAAAA=
    """)

  /// The same as HEIC.
  public static let heic = decoded(
    """
    AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA
    AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAPgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA
    AGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMA
    AAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3Bl
    AAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAABGbWRhdAAAADooAa8TgOaocNP//l+U
    f/yQ54fnSEUSt9h7N/6Drf/xU4Qj/+RC1H6N7T/0hs84lj+FVof9zPdTXbqA
    """)

  private static func decoded(_ text: String) -> [UInt8] {
    Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
  }
}
