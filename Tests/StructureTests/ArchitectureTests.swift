import Foundation
import TestSupport
import Testing

/// The trees in `ARCHITECTURE.md` and the checkout name the same folders.
@Suite struct ArchitectureTests {
  private static let page = Checkout.root.path + "/ARCHITECTURE.md"

  /// The fenced blocks of the page, as lines.
  private static func blocks() throws -> [[String]] {
    let lines = try String(contentsOfFile: page, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.split { $0 == "```" }.enumerated().filter { $0.offset % 2 == 1 }
      .map { Array($0.element) }
  }

  /// The paths in an indented tree; a line may list several folders before its comment.
  private static func paths(in tree: [String]) -> Set<String> {
    var parents: [String] = []
    var paths: Set<String> = []
    for line in tree {
      let depth = line.prefix { $0 == " " }.count / 2
      let names = line.drop { $0 == " " }.split(separator: "  ")[0].split(separator: " ")
      parents = Array(parents.prefix(depth))
      for name in names { paths.insert((parents + [name.trimmed]).joined(separator: "/")) }
      parents.append(names[0].trimmed)
    }
    return paths
  }

  private static func folders(in path: String) throws -> [String] {
    let root = Checkout.root.path + "/" + path
    return try FileManager.default.contentsOfDirectory(atPath: root).filter { name in
      var isDirectory: ObjCBool = false
      return !name.hasPrefix(".") && !name.hasSuffix(".docc")
        && FileManager.default.fileExists(atPath: root + "/" + name, isDirectory: &isDirectory)
        && isDirectory.boolValue
    }
  }

  @Test func treeNamesTheFoldersOfTheCheckout() throws {
    let named = Self.paths(in: try Self.blocks()[0])
    for path in named {
      #expect(FileManager.default.fileExists(atPath: Checkout.root.path + "/" + path), "\(path)")
    }
    for product in ["Sources/Reprise", "Sources/Keepsake", "Sources/Examples", "Tests"] {
      for folder in try Self.folders(in: product) {
        #expect(named.contains("\(product)/\(folder)"), "\(product)/\(folder) is not on the page")
      }
    }
  }

  @Test(arguments: [(1, "Sources/Reprise/Reprise"), (2, "Sources/Keepsake/Keepsake")])
  func listOfFoldersIsComplete(block: Int, path: String) throws {
    let named = Self.paths(in: try Self.blocks()[block])
    #expect(named == Set(try Self.folders(in: path)))
  }
}

extension Substring {
  /// The name without a folder's trailing slash.
  fileprivate var trimmed: String { hasSuffix("/") ? String(dropLast()) : String(self) }
}
