import Foundation

/// A command as the program describes it in JSON (`--experimental-dump-help`).
struct CommandHelp: Decodable {
  /// The whole description.
  struct Tool: Decodable {
    let command: CommandHelp
  }

  /// An argument, an option or a flag.
  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
      let kind: String
      let name: String

      /// `--json` or `-o`.
      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    let kind: Kind
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let preferredName: Name?
    let valueName: String?
    let defaultValue: String?
    let abstract: String?
    let discussion: String?

    /// As in a synopsis: `[--size <size>]`.
    var synopsis: String {
      let value = "<\(valueName ?? "value")>" + (isRepeating ? "…" : "")
      let name = preferredName?.text ?? ""
      let text =
        switch kind {
        case .positional: value
        case .option: "\(name) \(value)"
        case .flag: name
        }
      return isOptional ? "[\(text)]" : text
    }

    /// All its names with its value: `-o, --output <output>`.
    var heading: String {
      let spelled = (names ?? []).map(\.text).joined(separator: ", ")
      switch kind {
      case .positional: return "<\(valueName ?? "value")>"
      case .option: return "\(spelled) <\(valueName ?? "value")>"
      case .flag: return spelled
      }
    }
  }

  let commandName: String
  let shouldDisplay: Bool?
  let abstract: String?
  let discussion: String?
  let subcommands: [CommandHelp]?
  let arguments: [Argument]?

  /// The arguments of its own that its help shows.
  var shownArguments: [Argument] {
    (arguments ?? []).filter {
      $0.shouldDisplay && !["help", "version"].contains($0.preferredName?.name)
    }
  }
}
