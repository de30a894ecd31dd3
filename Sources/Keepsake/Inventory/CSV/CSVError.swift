/// An error in the syntax of a CSV file, after which nothing can be trusted.
struct CSVError: Error, Equatable {
  enum Reason: Equatable {
    case fieldTooLong(limit: Int)
    case tooManyColumns(limit: Int)
    case invalidUTF8
    case unclosedQuote
    case textAfterQuote
    case nulCharacter
    case notText
    case readFailed(code: Int32)
  }

  var reason: Reason
  /// The line of the file, from 1, where the error begins.
  var line: Int

  var message: String {
    switch reason {
    case .fieldTooLong(let limit): "a field is longer than \(limit) bytes"
    case .tooManyColumns(let limit): "there are more than \(limit) columns"
    case .invalidUTF8: "the text is not UTF-8; save the file as UTF-8"
    case .unclosedQuote: "a quote is opened and never closed"
    case .textAfterQuote: "there is text after a closing quote; a quote inside is written twice"
    case .nulCharacter: "a field holds a NUL character"
    case .notText: "this is no CSV file, or one whose text is not UTF-8"
    case .readFailed(let code): InventoryError.system("read", "the file", code: code).message
    }
  }
}
