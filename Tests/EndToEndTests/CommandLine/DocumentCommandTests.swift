import Foundation
import RepriseTesting
import TestSupport
import Testing

/// PDF, WebP and HEIC in the real program: what `attach` prints, what a report contains, and a page after a kill.
@Suite(.waitsForProcesses) struct DocumentCommandTests {
  private func files(_ home: Home) throws -> [String] {
    try [
      home.write(MadeDocument.pdf((1...12).map { "page \($0)" }), to: "receipt"),
      home.write(MadeDocument.webp, to: "pot.webp"), home.write(MadeDocument.heic, to: "pot.heic"),
      home.write(MadeDocument.encryptedPDF, to: "locked receipt.pdf"),
      home.write(Array(MadeDocument.pdf(["cut"]).dropLast(40)), to: "cut receipt.pdf"),
    ]
  }

  @Test func attachWarnsAndTheReportShowsPagesAndPhotos() throws {
    let home = try Home()
    let attached = try home.run(["attach", "Teapot"] + files(home))
    #expect(attached.status == 0)
    #expect(
      attached.messages.map(String.init) == [
        "Attached receipt to “Teapot” as receipt",
        "Attached pot.webp to “Teapot” as photo",
        "Attached pot.heic to “Teapot” as photo",
        "Attached locked receipt.pdf to “Teapot” as receipt, but it can't be shown: encrypted",
        "Attached cut receipt.pdf to “Teapot” as receipt, but it can't be shown: "
          + "damaged or cut short",
      ])
    let report = try home.run(["report", "-o", home.path + "/report.html", "Teapot"])
    #expect(report.status == 0, "\(report.errors)")
    #expect(
      report.messages.dropFirst().map(String.init) == [
        "2 files can't be shown in it: “locked receipt.pdf” (encrypted) and 1 more",
        "1 document is longer than ten pages; only the first ten are included",
      ])
    let html = String(decoding: try home.bytes(of: "report.html"), as: UTF8.self)
    let pictures = html.matches(of: /<img alt="[^"]*" src="data:image\/jpeg;base64,([^"]*)"/)
    #expect(pictures.count == 12, "ten pages and two photos")
    for picture in pictures {
      let bytes = Data(base64Encoded: String(picture.output.1)) ?? Data()
      #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]) && bytes.suffix(2) == Data([0xFF, 0xD9]))
    }
    #expect(html.contains("and 2 more pages"))
    #expect(html.contains("Cannot be shown: <bdi>“cut receipt.pdf” (damaged or cut short)</bdi>"))
    #expect(html.contains("Receipt: receipt, ") && html.contains(", 12 pages"))
  }

  @Test func withoutALibraryOneLineNamesItsPackage() throws {
    let home = try Home()
    let built = URL(filePath: Home.program).deletingLastPathComponent().path
    let script = home.path + "/documents"
    try Script.write("exec '\(built)/reprise-documents' --libraries /nonexistent", to: script)
    let environment = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "REPRISE_DOCUMENTS": script,
    ]
    let files = try Array(files(home).prefix(3))
    let attached = try home.run(["attach", "Teapot"] + files, environment: environment)
    #expect(attached.status == 0)
    #expect(
      attached.messages == [
        "Attached receipt to “Teapot” as receipt. Install libpoppler-glib8 to see PDF pages.",
        "Attached pot.webp to “Teapot” as photo. Install libwebp7 to see WebP photos.",
        "Attached pot.heic to “Teapot” as photo. Install libheif1 to see HEIC photos.",
      ])
    let report = try home.run(
      ["report", "-o", home.path + "/report.html", "Teapot"], environment: environment)
    #expect(report.status == 0)
    #expect(report.messages.contains("Install libheif1 to see HEIC photos."), "\(report.errors)")
    let html = String(decoding: try home.bytes(of: "report.html"), as: UTF8.self)
    #expect(html.contains("“pot.heic” (install libheif1 to see HEIC photos)"))
    #expect(!html.contains("base64"))
    let missing = try home.run(
      ["attach", "Moka pot"] + files,
      environment: environment.merging(["REPRISE_DOCUMENTS": "/none"]) { $1 })
    #expect(missing.status == 0)
    #expect(missing.errors.contains("; not checked: reprise-documents is missing"))
  }

  @Test func aPageSurvivesKill() throws {
    let home = try Home()
    let receipt = try files(home)[0]
    #expect(try home.run(["attach", "Teapot", receipt]).status == 0)
    let app = try home.open(["open", "Teapot"])
    try app.press(script: "p")
    try app.wait(for: "page 1 of 12")
    try app.press(script: "<PgDn><PgDn>")
    try app.wait(for: "page 3 of 12")
    try app.killEverything()
    let again = try home.open()
    try again.wait(for: "page 3 of 12")
    try again.killEverything()
  }
}
